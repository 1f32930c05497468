import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import type { Client } from '@nimbo/testkit/client'
import { type DistributedCloud, startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { eventually } from '@nimbo/testkit/eventually'
import { seededRandom } from '@nimbo/testkit/seeded-random'
import type { ServerView } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { serversNamed } from './asking.ts'
import { fakeDomains } from './fake-domains.ts'
import { type Ground, layGround, orderOf } from './ground.ts'
import { holdings, wholeHoldings } from './holdings.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const killEveryMs = 5_000
/** Requests under way at a time. */
const clients = 4
const settledWithinMs = 300_000

/** A random process of the cloud, the workers behind an API's port among them. */
const victims = async ({
  processes,
}: DistributedCloud): Promise<readonly { name: string; pid: number }[]> => {
  const each = await Promise.all(
    processes.map(async ({ name, pid }) => {
      const own = pid()
      if (own === undefined) return []
      const children = await readFile(`/proc/${own}/task/${own}/children`, 'utf8').catch(() => '')
      const workers = children.split(' ').filter((child) => child.trim() !== '')
      return [
        { name, pid: own },
        ...workers.map((child) => ({ name: `${name} (worker)`, pid: Number(child) })),
      ]
    }),
  )
  return each.flat()
}

/** Kills one process after another until told to stop; resolves to how many. */
const killAtRandom = async (
  cloud: DistributedCloud,
  random: () => number,
  stopped: AbortSignal,
): Promise<number> => {
  let kills = 0
  while (!stopped.aborted) {
    await pause(killEveryMs, undefined, { signal: stopped }).catch(() => undefined)
    if (stopped.aborted) break
    const alive = await victims(cloud)
    const victim = alive[Math.floor(random() * alive.length)]
    if (victim === undefined) continue
    process.kill(victim.pid, 'SIGKILL')
    kills += 1
    process.stdout.write(`killed ${victim.name}\n`)
  }
  return kills
}

/** Asks for a server until it is accepted, as a patient client does: where the answer was lost, it looks whether it is there. */
const ask = async (admin: Client, ground: Ground, name: string, volume: boolean): Promise<string> => {
  for (;;) {
    const answer = await admin.compute
      .post('/servers', { server: orderOf(ground, name, { volume }) })
      .catch(() => undefined)
    if (answer?.status === 202) return answer.body.server.id
    const [present] = await eventually(() => serversNamed(admin, name), { withinMs: 60_000, everyMs: 200 })
    if (present !== undefined) return present
    await pause(200)
  }
}

const atRest = (admin: Client): Promise<readonly ServerView[]> =>
  eventually(
    async () => {
      const { status, body } = await admin.compute.get('/servers/detail?limit=1000')
      assert.equal(status, 200)
      const all: readonly ServerView[] = body.servers
      const busy = all.filter(
        (server) => !['ACTIVE', 'ERROR'].includes(server.status) || server['OS-EXT-STS:task_state'] !== null,
      )
      assert.deepEqual(
        busy.map(({ id, status: state }) => `${id} ${state}`),
        [],
      )
      return all
    },
    { withinMs: settledWithinMs, everyMs: 500 },
  )

const domainsOf = async ({ directory, hosts }: DistributedCloud) => {
  const each = await Promise.all(
    hosts.map((host) => fakeDomains(join(directory, 'hosts', host, 'fake-hypervisor'))),
  )
  return each.flat()
}

const withVolume = (index: number): boolean => index % 3 === 0

/** Every name once, and of all there is exactly what the servers that run need. */
const assertWholeOrClean = async (cloud: DistributedCloud, admin: Client, names: readonly string[]) => {
  const servers = await atRest(admin)
  assert.deepEqual(servers.map(({ name }) => name).sort(), [...names].sort(), 'every server is there, once')
  const wanted = servers.flatMap((server) =>
    wholeHoldings(server, { volume: withVolume(Number(server.name.split('-')[1])) }),
  )
  await eventually(
    async () => {
      const found = await holdings({ admin, domains: () => domainsOf(cloud) })
      assert.deepEqual(found, [...wanted].sort())
    },
    { withinMs: settledWithinMs, everyMs: 1_000 },
  )
  return servers
}

const main = async (): Promise<void> => {
  const count = Number(values.servers)
  const random = seededRandom(Number(values.seed))
  process.stdout.write(`${count} servers, seed ${values.seed}\n`)
  await using cloud = await startDistributedCloud({
    ...{ cells: 2, hostsPerCell: 2, novaApiWorkers: 2, conductors: 2, schedulers: 2 },
  })
  const who = { username: 'admin', password: cloud.adminPassword, project: 'admin' }
  const admin = await signInByCatalog(cloud.identityUrl, who)
  const ground = await layGround(admin)
  const stop = new AbortController()
  const killing = killAtRandom(cloud, random, stop.signal)
  const names = Array.from({ length: count }, (_, index) => `chaos-${index}`)
  const began = performance.now()
  const waiting = [...names.entries()]
  try {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await ask(admin, ground, next[1], withVolume(next[0]))
      }),
    )
  } finally {
    stop.abort()
  }
  const kills = await killing
  process.stdout.write(
    `${count} accepted in ${Math.round((performance.now() - began) / 1000)} s, ${kills} processes killed\n`,
  )
  await cloud.ready()
  const servers = await assertWholeOrClean(cloud, admin, names)
  await eventually(() => assertNoOrphans(admin), { withinMs: 60_000, everyMs: 1_000 })
  const active = servers.filter(({ status }) => status === 'ACTIVE').length
  process.stdout.write(`${active} ACTIVE, ${count - active} in ERROR and clean; the audit finds no orphans\n`)
}

try {
  await main()
} catch (error) {
  process.stdout.write(`BROKEN: ${messageOf(error)}\n`)
  process.exitCode = 1
}
