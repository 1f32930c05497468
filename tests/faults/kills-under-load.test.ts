import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { Moment } from '@nimbo/testkit/crash-plan'
import { pathTo } from '@nimbo/testkit/line-places'
import type { ServerView } from '@nimbo/testkit/servers'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { holdings, wholeHoldings } from './holdings.ts'
import { makeSetup, orderOf, type Setup } from './setup.ts'

const askedAtOnce = 10
const reachedWithinMs = 60_000
const patience = { withinMs: 180_000, everyMs: 250 }

interface Kill {
  readonly line: number
  readonly moment: Moment
}

/** A resource whose quota is too small for all fifty servers. */
interface Shortage {
  readonly what: string
  /** The number of servers that the quota allows. */
  readonly most: number
  readonly volume: boolean
  /** Kills, one for each ten servers requested, at lines that are reached even when the quota is used up. */
  readonly kills: readonly Kill[]
  limit(admin: Client): Promise<Answer<Loose>>
}

const computeQuota = (quota: object) => (admin: Client) =>
  admin.compute.put(`/os-quota-sets/${admin.projectId}`, { quota_set: quota })

const whileRefused: readonly Kill[] = [
  { line: 18, moment: 'in' },
  { line: 25, moment: 'in' },
  { line: 22, moment: 'before' },
  { line: 9, moment: 'in' },
  { line: 9, moment: 'before' },
]

const shortages: readonly Shortage[] = [
  {
    ...{ what: 'instances', most: 30, volume: false, kills: whileRefused },
    limit: computeQuota({ instances: 30 }),
  },
  { ...{ what: 'cores', most: 30, volume: false, kills: whileRefused }, limit: computeQuota({ cores: 30 }) },
  {
    ...{ what: 'volumes', most: 20, volume: true },
    kills: [
      { line: 30, moment: 'before' },
      { line: 25, moment: 'in' },
      { line: 18, moment: 'in' },
      { line: 13, moment: 'in' },
      { line: 10, moment: 'after' },
    ],
    limit: (admin) =>
      admin.volume.put(`/v3/${admin.projectId}/os-quota-sets/${admin.projectId}`, {
        quota_set: { volumes: 20 },
      }),
  },
]

type Order = Readonly<Record<string, unknown>>

/** The names of accepted servers, and the number of those refused because of the quota. */
interface Wave {
  readonly accepted: readonly unknown[]
  readonly refused: number
}

const waveOf = (orders: readonly Order[], statuses: readonly (number | undefined)[]): Wave => {
  assert.ok(statuses.every((status) => status === undefined || [202, 403, 503].includes(status)))
  return {
    accepted: orders.filter((_, index) => statuses[index] === 202).map(({ name }) => name),
    refused: statuses.filter((status) => status === 403).length,
  }
}

/** Requests ten servers at once and kills the cloud at a line of the first one's creation. */
const askAndKill = async (
  { admin, crashPoints, recovered }: FaultCloud,
  orders: readonly Order[],
  { line, moment }: Kill,
): Promise<Wave> => {
  const point = await crashPoints.arm({ moment, act: 'kill', path: pathTo(line) })
  const answers = orders.map((server, index) => {
    const headers = index === 0 ? point.headers : {}
    return admin.compute.post('/servers', { server }, headers).catch(() => undefined)
  })
  await point.reached(reachedWithinMs)
  const statuses = (await Promise.all(answers)).map((answer) => answer?.status)
  await recovered()
  return waveOf(orders, statuses)
}

/** Requests ten servers at once, without a kill. */
const ask = async ({ admin }: FaultCloud, orders: readonly Order[]): Promise<Wave> => {
  const answers = await Promise.all(orders.map((server) => admin.compute.post('/servers', { server })))
  return waveOf(
    orders,
    answers.map(({ status }) => status),
  )
}

const allServers = async ({ compute }: Client): Promise<readonly ServerView[]> => {
  const { status, body } = await compute.get('/servers/detail?limit=1000')
  assert.equal(status, 200, JSON.stringify(body))
  return body.servers
}

const allAtRest = (admin: Client): Promise<readonly ServerView[]> =>
  eventually(async () => {
    const servers = await allServers(admin)
    const underWay = servers.filter(
      (server) => !['ACTIVE', 'ERROR'].includes(server.status) || server['OS-EXT-STS:task_state'] !== null,
    )
    assert.deepEqual(
      underWay.map(({ name, status }) => `${name} ${status}`),
      [],
    )
    return servers
  }, patience)

const ordersOf = (setup: Setup, { volume }: Shortage, from: number) =>
  Array.from({ length: askedAtOnce }, (_, index) => orderOf(setup, `load-${from + index}`, { volume }))

/** Deletes all servers; nothing of them may be left, nor count against the quota. */
const deleteAll = async (cloud: FaultCloud, servers: readonly ServerView[]): Promise<void> => {
  const { compute } = cloud.admin
  for (const { id } of servers) assert.equal((await compute.delete(`/servers/${id}`)).status, 204)
  await eventually(async () => {
    assert.deepEqual(await allServers(cloud.admin), [])
    assert.deepEqual(await holdings(cloud), [])
  }, patience)
  const { totalInstancesUsed, totalCoresUsed } = (await compute.get('/limits')).body.limits.absolute
  assert.deepEqual([totalInstancesUsed, totalCoresUsed], [0, 0])
}

describe('a cloud that is killed five times while fifty servers are requested', () => {
  for (const shortage of shortages)
    it(`ends with as many complete servers as the quota of ${shortage.what} allows, and nothing else`, async (t) => {
      await using cloud = await startEmbeddedCloud()
      const { admin } = cloud
      const setup = await makeSetup(admin)
      assert.equal((await shortage.limit(admin)).status, 200)
      const accepted: unknown[] = []
      for (const [index, kill] of shortage.kills.entries()) {
        const wave = await askAndKill(cloud, ordersOf(setup, shortage, index * askedAtOnce), kill)
        accepted.push(...wave.accepted)
      }
      const last = await ask(cloud, ordersOf(setup, shortage, shortage.kills.length * askedAtOnce))
      accepted.push(...last.accepted)

      const servers = await allAtRest(admin)
      const names = servers.map(({ name }) => name)
      assert.equal(new Set(names).size, names.length, 'one request makes one server')
      assert.deepEqual(
        accepted.filter((name) => !names.includes(String(name))),
        [],
        'no accepted request is lost',
      )
      const active = servers.filter(({ status }) => status === 'ACTIVE')
      t.diagnostic(`${accepted.length} accepted, ${servers.length} there, ${active.length} ACTIVE`)
      assert.equal(active.length, shortage.most, 'as many servers are ACTIVE as the quota allows')
      assert.ok(
        active.length < servers.length || last.refused > 0,
        `the quota of ${shortage.what} was never exceeded`,
      )
      const wanted = active.flatMap((server) => wholeHoldings(server, shortage)).toSorted()
      await eventually(async () => assert.deepEqual(await holdings(cloud), wanted), patience)
      await eventually(() => assertNoOrphans(admin), patience)
      await deleteAll(cloud, servers)
    })
})
