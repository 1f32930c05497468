import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { computeCloud } from './compute-cloud.ts'

const outages = defineErrors({ Away: fault('unavailable', 'the network service is away') })

it('a build that fails because a service is unavailable is retried on the same host', async () => {
  let left = 2
  const before = async (moment: string): Promise<void> => {
    if (moment === 'network createPort' && left-- > 0) throw outages.Away()
  }
  await using cloud = await computeCloud(fakeHypervisor({ hosts: ['a', 'b'] }).hypervisors, before)
  const serverId = await cloud.boot()
  await cloud.settled()
  const server = await cloud.server(serverId)
  assert.deepEqual([server?.vmState, left], ['active', -1])
  assert.deepEqual([cloud.ports.size, cloud.allocations.size], [1, 1])
  const cell = cloud.everyCell.find(({ name }) => name === server?.cell)
  assert.ok(cell)
  const built = await cell.db.selectFrom('instance_action_events').selectAll().execute()
  assert.deepEqual(
    built.map(({ host, result }) => `${host} ${result}`),
    [`${server?.host} Success`],
  )
})
