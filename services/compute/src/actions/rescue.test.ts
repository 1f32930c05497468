import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { isFault } from '@nimbo/kernel/errors'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { imageHash } from '../../test/cloud/fake-services.ts'
import { ctx, serverOnHost } from '../../test/cloud/server-on-host.ts'
import { powerStates } from '../driver/hypervisor.ts'

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
