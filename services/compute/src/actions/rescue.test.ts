import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { recordingLog } from '@nimbo/testing/recording-log'
import { imageHash } from '../../test/cloud/fake-services.ts'
import { ctx, serverOnHost } from '../../test/cloud/server-on-host.ts'
import { powerStates, type SpawnOrder } from '../driver/hypervisor.ts'

const image = {
  ...{ id: 'image-2', name: null, minDiskGb: 0, minRamMb: 0, diskFormat: 'raw', sizeBytes: null },
  ...{ hashAlgo: 'sha512', hashValue: imageHash, properties: {} },
}

for (const [was, wasOn] of [
  ['running', true],
  ['off', false],
] as const)
  it(`a guest that was ${was} is so again after a rescue that fails`, async () => {
    const serverId = newId<ServerId>()
    const [only] = fakeHypervisor({ hosts: ['a'] }).failOn('rescue').hypervisors
    assert.ok(only)
    const { power } = only.driver
    const on = await serverOnHost(only.driver, { clock: systemClock, serverId, action: 'rescue' })
    try {
      if (!wasOn) await power.powerOff(serverId, 0)
      const asked = { serverId, operation: { kind: 'rescue', image } } as const
      const agent = on.agents.get('a')
      assert.ok(agent)
      await assert.rejects(agent.operateServer(ctx, asked), (error) => isFault(error, 'HypervisorFailed'))
      const expected = wasOn ? powerStates.running : powerStates.shutdown
      assert.equal(await power.powerState(serverId), expected)
    } finally {
      await on.close()
    }
  })

it('a rescue that fails is not hidden by a guest that cannot be started again', async () => {
  const serverId = newId<ServerId>()
  const [only] = fakeHypervisor({ hosts: ['a'] })
    .failOn('rescue')
    .failOn('unrescue').hypervisors
  assert.ok(only)
  const { log, lines } = recordingLog()
  const on = await serverOnHost(only.driver, { clock: systemClock, serverId, action: 'rescue', log })
  try {
    const asked = { serverId, operation: { kind: 'rescue', image } } as const
    const agent = on.agents.get('a')
    assert.ok(agent)
    await assert.rejects(
      agent.operateServer(ctx, asked),
      (error) => error instanceof Error && /told to fail at rescue$/.test(messageOf(error.cause)),
    )
    const [line] = lines.filter(({ level }) => level === 'error')
    assert.equal(line?.message, 'could not boot a server from its own disk after a failed rescue')
    assert.match(String(line?.fields.reason), /told to fail at unrescue$/)
  } finally {
    await on.close()
  }
})

it('the properties of the image say as what the hypervisor attaches it', async () => {
  const serverId = newId<ServerId>()
  const [only] = fakeHypervisor({ hosts: ['a'] }).hypervisors
  assert.ok(only)
  const orders: SpawnOrder[] = []
  const { power } = only.driver
  const rescue = async (order: SpawnOrder) => void orders.push(order)
  const driver = { ...only.driver, power: { ...power, rescue } }
  const on = await serverOnHost(driver, { clock: systemClock, serverId, action: 'rescue' })
  try {
    const agent = on.agents.get('a')
    assert.ok(agent)
    const rescueWith = (properties: Readonly<Record<string, string>>) =>
      agent.operateServer(ctx, { serverId, operation: { kind: 'rescue', image: { ...image, properties } } })
    const impossible = rescueWith({ hw_rescue_bus: 'xen' })
    await assert.rejects(impossible, (error) => isFault(error, 'UnsupportedRescueImage'))
    assert.equal(await power.powerState(serverId), powerStates.running)
    await rescueWith({})
    await rescueWith({ hw_rescue_device: 'cdrom', hw_rescue_bus: 'usb' })
    assert.deepEqual(
      orders.map(({ rescueDisk }) => rescueDisk?.device),
      [undefined, { type: 'cdrom', bus: 'usb' }],
    )
  } finally {
    await on.close()
  }
})
