import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { testDatabases } from '@nimbo/testing/test-databases'
import { takeGroupPlace } from '../../src/app/server-groups/group-places.ts'
import { openTestCells } from '../../src/db/cells/open-cells.testing.ts'
import { serverGroups } from '../../src/db/server-groups.ts'
import { bootServerFlow } from '../../src/domain/flow-kinds.ts'
import type { RequestedGroup } from '../../src/domain/server-groups/server-group-rules.ts'
import { computeCloud } from './compute-cloud.ts'
import type { Before } from './overheard.ts'

type Cloud = Awaited<ReturnType<typeof computeCloud>>

const hosts = ['a', 'b', 'c']
const clock = systemClock

const makeGroup = async (
  api: Cloud['databases']['api'],
  policy: RequestedGroup['policy'],
  maxServerPerHost?: number,
): Promise<RequestedGroup> => {
  const id = newId()
  const group = { id, name: 'g', projectId: 'project-1', userId: 'user-1', policy, rules: {}, metadata: {} }
  await serverGroups(api, clock).create(group)
  return { id, policy, ...(maxServerPerHost === undefined ? {} : { maxServerPerHost }) }
}

/** Boots so many members of a group at once; gives the hosts of those that are ACTIVE, and how many failed. */
const bootedTogether = async (
  count: number,
  { policy, most, before }: { policy: RequestedGroup['policy']; most?: number; before?: Before },
) => {
  await using cloud = await computeCloud(fakeHypervisor({ hosts }).hypervisors, before)
  const group = await makeGroup(cloud.databases.api, policy, most)
  const ids = await Promise.all(Array.from({ length: count }, () => cloud.boot({ spec: { group } })))
  await cloud.settled()
  const servers = await Promise.all(ids.map((id) => cloud.server(id)))
  return {
    on: servers.flatMap((server) => (server?.vmState === 'active' ? [server.host ?? ''] : [])).sort(),
    failed: servers.filter((server) => server?.vmState === 'error').length,
    claims: cloud.allocations.size,
  }
}

describe('members of a server group that are scheduled at once', () => {
  it('are each on a host of their own or fail, with anti-affinity', async () => {
    assert.deepEqual(await bootedTogether(4, { policy: 'anti-affinity' }), {
      on: hosts,
      failed: 1,
      claims: 3,
    })
  })

  it('are at most max_server_per_host on a host, with anti-affinity', async () => {
    const { on, failed } = await bootedTogether(7, { policy: 'anti-affinity', most: 2 })
    assert.deepEqual([on, failed], [['a', 'a', 'b', 'b', 'c', 'c'], 1])
  })

  it('are all on one host, with affinity', async () => {
    const { on, failed } = await bootedTogether(4, { policy: 'affinity' })
    assert.deepEqual([new Set(on).size, on.length, failed], [1, 4, 0])
  })

  it('are spread evenly over the hosts, with soft-anti-affinity', async () => {
    const { on, failed } = await bootedTogether(6, { policy: 'soft-anti-affinity' })
    assert.deepEqual([on, failed], [['a', 'a', 'b', 'b', 'c', 'c'], 0])
  })

  it('keep anti-affinity when one is rescheduled because its first host failed', async () => {
    let spawns = 0
    const before: Before = async (moment) => {
      if (moment === 'network createPort' && spawns++ === 0) throw new Error('this host cannot have ports')
    }
    const { on, failed } = await bootedTogether(2, { policy: 'anti-affinity', before })
    assert.deepEqual([new Set(on).size, on.length, failed], [2, 2, 0])
  })

  it('are rescheduled when their host got too many members meanwhile', async () => {
    let looks = 0
    const group = { id: '' }
    const stranger = newId<ServerId>()
    const before: Before = async (moment) => {
      if (moment !== 'call getServer' || looks++ > 0) return
      // Another member gets a place on the host where this one is about to be built.
      const { api } = cloud.databases
      const [place] = await serverGroups(api, clock).placesIn(group.id)
      await serverGroups(api, clock).addMember(group.id, stranger)
      await serverGroups(api, clock).setPlace(stranger, place?.host ?? '')
    }
    await using cloud = await computeCloud(fakeHypervisor({ hosts }).hypervisors, before)
    const asked = await makeGroup(cloud.databases.api, 'anti-affinity')
    group.id = asked.id
    const id = await cloud.boot({ spec: { group: asked } })
    await cloud.settled()
    const places = new Map(
      (await serverGroups(cloud.databases.api, clock).placesIn(group.id)).map((one) => [
        one.serverId,
        one.host,
      ]),
    )
    const server = await cloud.server(id)
    assert.equal(server?.vmState, 'active')
    assert.equal(server.host, places.get(id))
    assert.notEqual(server.host, places.get(stranger))
  })
})

describe('a place in a server group', () => {
  /** Members of a group whose boots this process has leased. */
  const group = async (policy: RequestedGroup['policy'], count: number) => {
    const memory = testDatabases()
    const { databases } = await openTestCells({ ...memory, clock })
    const { api } = databases
    const asked = await makeGroup(api, policy)
    const lease = { lease_owner: 'one', lease_expires_at: '2999-01-01T00:00:00.000Z' }
    const members = await Promise.all(
      Array.from({ length: count }, async () => {
        const serverId = newId<ServerId>()
        await serverGroups(api, clock).addMember(asked.id, serverId)
        const order = { subject: serverId, input: { serverId }, ctx: internalContext(), clock }
        const flowId = await api.transaction().execute((trx) => insertFlow(trx, bootServerFlow, order))
        await api.updateTable('flows').set(lease).where('id', '=', flowId).execute()
        return { serverId, flowId }
      }),
    )
    const take = (index: number, host: string, owner = 'one') => {
      const { serverId, flowId } = members[index] ?? assert.fail('there is no such member')
      const seen = new Map()
      return takeGroupPlace({ databases, clock })({
        serverId,
        group: asked,
        host,
        lease: { flowId, owner },
        seen,
      })
    }
    return { take, [Symbol.asyncDispose]: () => memory.close() }
  }

  it('is taken by one member only, however many ask for it at once, with anti-affinity', async () => {
    await using apart = await group('anti-affinity', 5)
    const taken = await Promise.all([0, 1, 2, 3, 4].map((index) => apart.take(index, 'a')))
    assert.deepEqual(taken.toSorted(), ['refused', 'refused', 'refused', 'refused', 'taken'])
    const winner = taken.indexOf('taken')
    assert.equal(await apart.take(winner, 'a'), 'taken', 'the same member may take it again')
    assert.equal(await apart.take(winner, 'b'), 'taken', 'or one on another host instead')
    assert.equal(await apart.take((winner + 1) % 5, 'a'), 'taken')
  })

  it('can be taken only on the host of the other members, with affinity', async () => {
    await using together = await group('affinity', 2)
    assert.equal(await together.take(0, 'a'), 'taken')
    assert.equal(await together.take(1, 'b'), 'refused')
    assert.equal(await together.take(1, 'a'), 'taken')
    assert.equal(await together.take(0, 'b'), 'refused')
  })

  it('cannot be taken by a process that lost the lease of the flow', async () => {
    await using apart = await group('anti-affinity', 1)
    assert.equal(await apart.take(0, 'a', 'another'), 'passed over')
  })
})
