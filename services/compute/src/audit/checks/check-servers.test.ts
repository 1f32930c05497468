import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { censusOf } from '../census.ts'
import type { Picture, SeenFlow, SeenServer } from '../picture.ts'
import { samplePicture } from '../sample-picture.testing.ts'
import { checkServers } from './check-servers.ts'

const built: SeenServer = {
  ...{ id: 'server', cellId: 'cell', host: 'host-1', node: 'host-1' },
  ...{ vmState: 'active', taskState: null, portIds: ['port'] },
}
const port = { id: 'port', deviceId: 'server', boundTo: 'host-1' }

const findings = (seen: Partial<Picture>): readonly string[] =>
  checkServers(censusOf({ ...samplePicture, servers: [built], ports: [port], ...seen })).map(
    ({ kind, resource }) => `${kind} ${resource.id}`,
  )

describe('a server that was built', () => {
  it('is reported with each port of its interfaces that is missing or belongs to another device', () => {
    assert.deepEqual(findings({}), [])
    assert.deepEqual(findings({ ports: [] }), ['server-without-port port'])
    assert.deepEqual(findings({ ports: [{ ...port, deviceId: 'another' }] }), ['server-without-port port'])
  })

  it('is reported if it has no host, even while a flow works on it, unless its state allows that', () => {
    const lost = { ...built, host: null, node: null }
    const flow: SeenFlow = {
      ...{ id: 'flow', name: 'boot-server', subject: 'server', state: 'running', cellId: null },
      ...{ leaseExpiresAt: null, wakeAt: '2026-01-01T00:00:00.000Z', deadlineAt: '2026-01-02T00:00:00.000Z' },
    }
    for (const vmState of ['active', 'paused', 'suspended', 'stopped', 'rescued'] as const)
      assert.deepEqual(findings({ servers: [{ ...lost, vmState }], flows: [flow] }), [
        'server-without-host server',
      ])
    for (const vmState of ['building', 'error', 'shelved_offloaded'] as const)
      assert.deepEqual(findings({ servers: [{ ...lost, vmState }] }), [])
  })

  it('is not reported for missing ports if the network service did not answer', () => {
    const gaps = [{ type: 'service', name: 'network', reason: 'it is away' }] as const
    assert.deepEqual(findings({ ports: [], gaps }), [])
  })
})
