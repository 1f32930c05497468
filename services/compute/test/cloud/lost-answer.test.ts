import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostConductorRpc } from '@nimbo/contracts/compute-rpc/host-conductor'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { computeCloud } from './compute-cloud.ts'

/** Boots a server whose host gets no answer to its first report of the finished build; `heard`: whether the conductor got it. */
const bootUnanswered = async (heard: boolean) => {
  const { hypervisors } = fakeHypervisor({ hosts: 2 })
  const serverId = newId<ServerId>()
  const told: string[] = []
  const before = async (moment: string): Promise<void> => {
    if (moment !== 'call buildFinished') return
    const { host, node } = (await cloud.server(serverId)) ?? {}
    assert.ok(host && node)
    if (told.push(host) > 1) return
    const finished = { host, serverId, node, powerState: 1, interfaces: [], rootDevice: '/dev/vda' }
    const conductor = rpcClient(cloud.setup.quietBus, hostConductorRpc).on()
    if (heard) assert.deepEqual(await conductor.buildFinished(cloud.setup.ctx, finished), { kept: true })
    throw new Error('no answer came')
  }
  await using cloud = await computeCloud(hypervisors, before)
  await cloud.boot({ serverId })
  await cloud.settled()
  const server = await cloud.server(serverId)
  const domains = await Promise.all(
    hypervisors.map(async ({ host, driver }) => ((await driver.host.list()).length > 0 ? [host] : [])),
  )
  return {
    ...{ state: server?.vmState, host: server?.host, domains: domains.flat(), told },
    ports: [...cloud.ports.values()].map((port) => port['binding:host_id']),
    claims: [...cloud.allocations.values()].map((claim) => Object.keys(claim).length),
  }
}

describe('a server whose host gets no answer to its report of the finished build', () => {
  it('stays ACTIVE with all its resources if the conductor got the report', async () => {
    const { host, ...end } = await bootUnanswered(true)
    assert.deepEqual(end, { state: 'active', domains: [host], told: [host], ports: [host], claims: [1] })
  })

  it('is built again by the other host, and is on that host only, if the conductor did not get the report', async () => {
    const { host, told, ...end } = await bootUnanswered(false)
    assert.deepEqual(end, { state: 'active', domains: [host], ports: [host], claims: [1] })
    assert.deepEqual([told.length, told[1], told[0] !== host], [2, host, true])
  })
})
