import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cellMigrations } from '@nimbo/compute/db/schema/cell-migrations'
import { openDatabase } from '@nimbo/db/open-database'
import { listen } from '@nimbo/http/listener'
import { textOf } from '@nimbo/http/message'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import {
  type CloudOfProcesses,
  controllerRoles,
  startCloudOfProcesses,
} from '@nimbo/testkit/distributed-cloud'
import { eventually } from '@nimbo/testing/eventually'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { missingServers } from '@nimbo/testing/missing-servers'
import { bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { migrations } from '@nimbo/telemetry/db/metering/migrations'

/** The roles of telemetry, grouped by process. */
const agents = [
  ['ceilometer-notification'],
  ['ceilometer-polling', 'gnocchi-metricd'],
  ['aodh-evaluator', 'aodh-listener', 'aodh-notifier'],
  ['gnocchi-api', 'aodh-api', 'ceilometer-api'],
]
const patience = { withinMs: 120_000, everyMs: 200 }

interface Truth {
  instances: { id: string; launched_at: string | null; deleted_at: string | null }
}
interface Metered {
  uses: { kind: string; resource_id: string; begun_at: number; ended_at: number | null }
  events: { message_id: string; event_type: string; resource_id: string | null }
}

const oneEach = (ids: readonly (string | null)[], wanted: readonly string[], what: string): void =>
  assert.deepEqual([...ids].sort(), [...wanted].sort(), what)

/** Runs several processes, so that each can be killed (-9) by itself while servers are created and deleted. */
describe('metering of servers while the telemetry agents are killed one by one', {
  skip: missingServers,
}, () => {
  const stack = new AsyncDisposableStack()
  let cloud: CloudOfProcesses
  let admin: Client
  let server: { flavorRef: string; imageRef: string }
  const told: string[] = []

  before(async () => {
    const others = controllerRoles.filter((role) => !agents.flat().includes(role))
    cloud = stack.use(
      await startCloudOfProcesses({
        together: [others, ...agents],
        environment: {
          ...notificationSettings('unversioned'),
          ...{ OS_POLLING__INTERVAL: '2', OS_EVALUATOR__EVALUATION_INTERVAL: '1' },
        },
      }),
    )
    admin = await signInByCatalog(cloud.identityUrl, {
      ...{ username: 'admin', password: cloud.adminPassword, project: 'admin' },
    })
    server = { flavorRef: await makeFlavor(admin), imageRef: await makeImage(admin) }
    const door = await listen(
      async (request) => {
        told.push(JSON.parse(await textOf(request.body)).current)
        return { status: 204, headers: {} }
      },
      { host: '127.0.0.1', port: 0, log: silentLog },
    )
    stack.defer(() => door.close(0))
    const { status, body } = await admin.alarming.post('/v2/alarms', {
      ...{ name: 'gone', type: 'event', repeat_actions: true },
      event_rule: { event_type: 'compute.instance.delete.end' },
      alarm_actions: [`http://127.0.0.1:${door.port}/`],
    })
    assert.equal(status, 201, JSON.stringify(body))
  })
  after(() => stack.disposeAsync())

  const kill = (role: string): void => {
    const agent = cloud.processes.find(({ roles }) => roles.includes(role))
    assert.ok(agent, role)
    agent.kill('SIGKILL')
  }

  it('records each server once, as events, usage and measures, and delivers the alarm', async () => {
    const made: string[] = []
    const removed: string[] = []
    for (const [role = ''] of agents) {
      const ids = await Promise.all([1, 2, 3].map(() => bootServer(admin, server)))
      kill(role)
      made.push(...ids)
      for (const id of ids) await serverInStatus(admin, id, 'ACTIVE', patience)
      const [first = ''] = ids
      assert.equal((await admin.compute.delete(`/servers/${first}`)).status, 204)
      kill(role)
      await serverGone(admin, first, patience)
      removed.push(first)
    }
    await cloud.ready()
    const [nova, ceilometer] = await Promise.all([
      openDatabase<Truth>(cloud.database('nova_cell1'), cellMigrations, { schema: 'check' }),
      openDatabase<Metered>(cloud.database('ceilometer'), migrations, { schema: 'check' }),
    ])
    stack.defer(async () => void (await Promise.all([nova.destroy(), ceilometer.destroy()])))
    const resourcesOf = async (type: string) =>
      (
        await ceilometer.selectFrom('events').select('resource_id').where('event_type', '=', type).execute()
      ).map(({ resource_id }) => resource_id)
    await eventually(async () => {
      oneEach(await resourcesOf('compute.instance.create.end'), made, 'one event for each created server')
      oneEach(await resourcesOf('compute.instance.delete.end'), removed, 'one event for each deleted server')
    }, patience)
    const truth = await nova
      .selectFrom('instances')
      .select(['id', 'launched_at', 'deleted_at'])
      .where('launched_at', 'is not', null)
      .execute()
    const uses = await ceilometer.selectFrom('uses').selectAll().where('kind', '=', 'server').execute()
    const spans = (all: readonly (readonly [string, number, boolean])[]) =>
      [...all].sort(([one], [other]) => (one < other ? -1 : 1))
    assert.deepEqual(
      spans(
        uses.map((use) => [use.resource_id, Math.floor(Number(use.begun_at) / 1000), use.ended_at !== null]),
      ),
      spans(
        truth.map(({ id, launched_at, deleted_at }) => [
          id,
          Math.floor(Date.parse(launched_at ?? '') / 1000),
          deleted_at !== null,
        ]),
      ),
      'the recorded usage agrees with the instances table of nova',
    )
    await eventually(async () => {
      for (const id of made) {
        const { status, body } = await admin.metric.get(`/v1/resource/instance/${id}`)
        assert.equal(status, 200)
        assert.ok(body.metrics.vcpus, 'its measures reached the metrics service')
        assert.equal(body.ended_at !== null, removed.includes(id))
      }
      assert.equal((await admin.metric.get('/v1/status')).body.storage.summary.measures, 0)
    }, patience)
    await eventually(() => assert.ok(told.length >= 1 && told.every((state) => state === 'alarm')), patience)
  })
})
