import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { type NimboProcess, nimboUp } from '@nimbo/testkit/nimbo-process'
import { seededRandom } from '@nimbo/testing/seeded-random'
import { partsOf } from '@nimbo/testkit/server-parts'
import type { ServerView } from '@nimbo/testkit/servers'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const seed = Number(process.env.NIMBO_FAULT_SEED ?? Date.now() % 1_000_000)
const rounds = 5
const serversARound = 4
/** Builds of servers requested together end within about this time after the first was accepted. */
const longestBuildMs = 400
/** Flows of a killed process are taken up again only when their leases have lapsed. */
const settledWithinMs = 60_000

const enter = ({ url, ready: { credentials } }: NimboProcess): Promise<Client> =>
  signIn(url, { username: 'admin', password: credentials.password, project: 'admin' })

const allServers = async ({ compute }: Client): Promise<readonly ServerView[]> => {
  const { status, body } = await compute.get('/servers/detail?limit=1000')
  assert.equal(status, 200, JSON.stringify(body))
  return body.servers
}

/** Whether the server was launched after the process that received its request was killed. */
const wasTakenUp = (server: ServerView, killedAt: readonly number[]): boolean => {
  const [, round = ''] = server.name.split('-')
  const launchedAt = Date.parse(`${server['OS-SRV-USG:launched_at']}Z`)
  return launchedAt > (killedAt[Number(round)] ?? Number.POSITIVE_INFINITY)
}

/** Whole: ACTIVE with one claim, one bound port and one domain. Clean: ERROR with none. */
const isWholeOrClean = async (admin: Client, stateDir: string, server: ServerView): Promise<void> => {
  const { allocations, ports, paths } = await partsOf({ admin, directory: stateDir }, server.id)
  const domains = paths.filter((path) => path.endsWith('.json')).length
  const found = [Object.keys(allocations).length, ports.length, domains]
  const wanted = server.status === 'ACTIVE' ? [1, 1, 1] : [0, 0, 0]
  assert.deepEqual(
    found,
    wanted,
    `claims, ports and domains of ${server.status} server ${server.id}: ${paths}`,
  )
  assert.ok(ports.every(({ status }) => status === 'ACTIVE'))
}

test(`a cloud that is killed while it builds servers finishes them after a restart (NIMBO_FAULT_SEED=${seed})`, async (t) => {
  const random = seededRandom(seed)
  await using directory = await temporaryDirectory()
  const stateDir = directory.path
  const accepted = new Set<string>()
  let order: object = {}
  const killedAt: number[] = []

  for (let round = 0; round < rounds; round += 1) {
    await using up = await nimboUp(stateDir)
    const admin = await enter(up)
    if (round === 0) {
      const quota = { quota_set: { instances: -1, cores: -1, ram: -1 } }
      assert.equal((await admin.compute.put(`/os-quota-sets/${admin.projectId}`, quota)).status, 200)
      const [flavorRef, imageRef, network] = [
        await makeFlavor(admin),
        await makeImage(admin),
        await makeNetwork(admin),
      ]
      order = { flavorRef, imageRef, networks: [{ uuid: network.id }] }
    }
    const boots = Array.from({ length: serversARound }, async (_, index) => {
      // A request without an answer promises nothing, except that its server, if any, ends whole or clean.
      const answer = await admin.compute
        .post('/servers', { server: { name: `round-${round}-${index}`, ...order } })
        .catch(() => undefined)
      if (answer?.status === 202) accepted.add(answer.body.server.id)
    })
    await Promise.race(boots)
    await pause(random() * longestBuildMs)
    await up.end('SIGKILL')
    killedAt.push(Date.now())
    await Promise.all(boots)
  }

  await using up = await nimboUp(stateDir)
  const admin = await enter(up)
  const servers = await eventually(
    async () => {
      const all = await allServers(admin)
      const unfinished = all.filter(
        (server) => !['ACTIVE', 'ERROR'].includes(server.status) || server['OS-EXT-STS:task_state'] !== null,
      )
      assert.deepEqual(
        unfinished.map(({ id, status }) => `${id} ${status}`),
        [],
      )
      return all
    },
    { withinMs: settledWithinMs, everyMs: 200 },
  )
  const ids = new Set(servers.map(({ id }) => id))
  assert.deepEqual(
    [...accepted].filter((id) => !ids.has(id)),
    [],
    'no accepted request is lost',
  )
  await eventually(
    async () => {
      for (const server of servers) await isWholeOrClean(admin, stateDir, server)
    },
    { withinMs: settledWithinMs, everyMs: 200 },
  )

  const { body } = await admin.network.get('/v2.0/ports?device_owner=compute:nova')
  const strays = body.ports.filter((port: { device_id: string }) => !ids.has(port.device_id))
  assert.deepEqual(strays, [], 'no port is left without its server')
  const takenUp = servers.filter((server) => wasTakenUp(server, killedAt)).length
  t.diagnostic(`${servers.length} servers, ${takenUp} of them launched after a kill`)
  const active = servers.filter(({ status }) => status === 'ACTIVE').length
  const [provider] = (await admin.placement.get('/resource_providers')).body.resource_providers
  const usages = await admin.placement.get(`/resource_providers/${provider.uuid}/usages`)
  assert.equal(usages.body.usages.VCPU, active, 'placement counts exactly the ACTIVE servers')
})
