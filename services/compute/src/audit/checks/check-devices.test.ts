import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { censusOf } from '../census.ts'
import type { Picture, SeenDevice, SeenServer } from '../picture.ts'
import { samplePicture } from '../sample-picture.testing.ts'
import { checkDevices } from './check-devices.ts'

const server: SeenServer = {
  ...{ id: 'server', cellId: 'cell', host: 'host-1', node: 'host-1' },
  ...{ vmState: 'active', taskState: null, portIds: ['port'] },
}
const device: SeenDevice = {
  ...{ id: 'device', cellId: 'cell', host: 'host-1', address: '0000:81:10.0' },
  ...{ claimId: 'server', requestId: 'port', ofFlavor: false },
}

const findings = (seen: Partial<Picture>): readonly string[] =>
  checkDevices(censusOf({ ...samplePicture, servers: [server], devices: [device], ...seen })).map(
    ({ kind }) => kind,
  )

describe('an allocated PCI device', () => {
  it('is reported unless the flavor or a port of its server requests it', () => {
    assert.deepEqual(findings({}), [])
    assert.deepEqual(findings({ devices: [{ ...device, requestId: 'flavor', ofFlavor: true }] }), [])
    assert.deepEqual(findings({ devices: [{ ...device, requestId: 'lost' }] }), ['device-without-request'])
  })

  it('is reported if its server is gone or on another host', () => {
    assert.deepEqual(findings({ servers: [] }), ['device-without-server'])
    assert.deepEqual(findings({ servers: [{ ...server, host: 'host-2' }] }), ['device-without-server'])
  })

  it('may belong to a migration that can still be reverted, but not to one that has ended', () => {
    const devices = [{ ...device, claimId: 'migration' }]
    const migrations = [{ id: 'migration', serverId: 'server' }]
    assert.deepEqual(findings({ devices, migrations }), [])
    assert.deepEqual(findings({ devices }), ['device-without-server'])
  })

  it('is not reported while its server has a task, nor after an evacuation while the old host is down', () => {
    const devices = [{ ...device, requestId: 'coming' }]
    assert.deepEqual(findings({ devices, servers: [{ ...server, taskState: 'migrating' }] }), [])
    const gaps = [{ type: 'host', name: 'host-1', reason: 'down' }] as const
    assert.deepEqual(findings({ gaps, servers: [{ ...server, host: 'host-2' }] }), [])
  })
})
