import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import { type Client, signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { fakeGuests } from '@nimbo/testkit/fake-guests'
import { type NimboProcess, nimboUp } from '@nimbo/testkit/nimbo-process'
import type { ServerView } from '@nimbo/testkit/servers'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { makeSetup, orderOf } from './setup.ts'
import { holdings, wholeHoldings } from './holdings.ts'

const askedFor = 50
const volumesAllowed = 20
const deleted = 6
const downAfterSeconds = 3
/** Longer than a host may go without reporting before it counts as down. */
const standsStillMs = 5_000
const goesOnMs = 500
const settledWithinMs = 120_000

const conf = `[DEFAULT]\nservice_down_time = ${downAfterSeconds}\nreport_interval = 1\n`

const enter = ({ url, ready: { credentials } }: NimboProcess): Promise<Client> =>
  signIn(url, { username: 'admin', password: credentials.password, project: 'admin' })

const allAtRest = ({ compute }: Client): Promise<readonly ServerView[]> =>
  eventually(
    async () => {
      const { status, body } = await compute.get('/servers/detail?limit=1000')
      assert.equal(status, 200, JSON.stringify(body))
      const servers: readonly ServerView[] = body.servers
      const unfinished = servers.filter(
        (server) => !['ACTIVE', 'ERROR'].includes(server.status) || server['OS-EXT-STS:task_state'] !== null,
      )
      assert.deepEqual(
        unfinished.map(({ id, status }) => `${id} ${status}`),
        [],
      )
      return servers
    },
    { withinMs: settledWithinMs, everyMs: 250 },
  )

/** Requests servers with a volume each, all at once, for more volumes than the quota allows. */
const askForAll = async (admin: Client): Promise<readonly Promise<string>[]> => {
  const setup = await makeSetup(admin)
  const quota = { quota_set: { volumes: volumesAllowed } }
  const { status } = await admin.volume.put(`/v3/${admin.projectId}/os-quota-sets/${admin.projectId}`, quota)
  assert.equal(status, 200)
  return Array.from({ length: askedFor }, async (_, index) => {
    const server = orderOf(setup, `load-${index}`, { volume: true })
    const { status, body } = await admin.compute.post('/servers', { server })
    assert.equal(status, 202, JSON.stringify(body))
    return body.server.id
  })
}

test('a cloud that is stopped, exceeds the volume quota and is killed under load keeps every accepted server', async (t) => {
  await using directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  await mkdir(join(stateDir, 'etc', 'nova'), { recursive: true })
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  await writeFile(join(stateDir, 'etc', 'nova', 'nova.conf'), conf)
  const start = () => nimboUp(stateDir, '--fake-hosts', '3')
  let ids: readonly string[]
  {
    await using up = await start()
    const admin = await enter(up)
    const accepted = await askForAll(admin)
    await Promise.race(accepted)
    process.kill(up.ready.pid, 'SIGSTOP')
    await pause(standsStillMs)
    process.kill(up.ready.pid, 'SIGCONT')
    ids = await Promise.all(accepted)
    for (const id of ids.slice(0, deleted))
      assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
    await pause(goesOnMs)
    await up.end('SIGKILL')
  }
  await using up = await start()
  const admin = await enter(up)
  const servers = await allAtRest(admin)
  await eventually(
    async () => {
      const there = (await allAtRest(admin)).map(({ id }) => id)
      assert.deepEqual(there.toSorted(), ids.slice(deleted).toSorted())
    },
    { withinMs: settledWithinMs },
  )
  for (const { id, status, fault } of servers)
    if (status === 'ERROR')
      assert.doesNotMatch(
        `${fault?.message} ${fault?.details}`,
        /No valid host|unavailable at this time/,
        `server ${id}: no host was down`,
      )
  const active = servers.filter(({ id, status }) => status === 'ACTIVE' && ids.indexOf(id) >= deleted)
  t.diagnostic(`${active.length} ACTIVE of ${servers.length}`)
  assert.ok(active.length > 0 && active.length <= volumesAllowed)
  const wanted = active.flatMap((server) => wholeHoldings(server, { volume: true })).toSorted()
  await eventually(
    async () =>
      assert.deepEqual(
        await holdings({ admin, domains: () => fakeGuests(join(stateDir, 'fake-hypervisor')) }),
        wanted,
      ),
    { withinMs: settledWithinMs, everyMs: 500 },
  )
  await assertNoOrphans(admin)
})
