import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notifier } from '@nimbo/notifications/notifier'
import { auditServers } from '../src/app/usage/audit-servers.ts'
import { services } from '../src/db/hosts/services.ts'
import { serverNotices } from '../src/db/servers/server-notices.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

/** The usage audit as the conductor runs it at an instant, with both formats of notifications. */
const auditAt = ({ deps }: Story, instant: string) => {
  const clock = { now: () => Date.parse(instant), after: deps.clock.after }
  const notices = serverNotices({
    notifier: notifier({
      ...{ clock, host: 'conductor-1', formats: ['versioned', 'unversioned'], usualPriority: 'info' },
      ...{ silences: () => false, written: () => {} },
    }),
    ...{ clock, blockDevices: false, shares: false, stateChanges: undefined },
  })
  return auditServers({ ...deps, clock, notices })()
}

/** The notifications in the outbox of the cell. */
const outbox = async ({ deps }: Story) => {
  const cell = await deps.databases.cell(cell1Id)
  const rows = await cell.selectFrom('notifications').selectAll().orderBy('position').execute()
  return rows.map(({ resource, message }) => ({ resource, ...JSON.parse(message) }))
}

/** Empties the outbox; returns the sorted ids of servers by event type. */
const taken = async (told: Story): Promise<Readonly<Record<string, readonly string[]>>> => {
  const messages = await outbox(told)
  await (await told.deps.databases.cell(cell1Id)).deleteFrom('notifications').execute()
  const of = (type: string) => messages.filter((one) => one.event_type === type).map((one) => one.resource)
  const types = [...new Set(messages.map(({ event_type }) => event_type))]
  return Object.fromEntries(types.map((type) => [type, of(type).sort()]))
}

const haveHosts = async ({ deps }: Story, ...hosts: readonly string[]): Promise<void> => {
  const cell = await deps.databases.cell(cell1Id)
  for (const host of hosts) await services(cell, deps.clock).ensure(host, 'nova-compute', 1)
}

const inBoth = (...ids: readonly string[]) => ({
  'instance.exists': ids.toSorted(),
  'compute.instance.exists': ids.toSorted(),
})

const logBefore = async ({ send }: Story, instant: string) =>
  (await send('GET', `/os-instance_usage_audit_log/${encodeURIComponent(instant)}`, { as: admin })).body
    .instance_usage_audit_log

test(
  'an exists notification is sent once, in both formats, for each server active in the last period',
  story(async (told) => {
    const { addServer } = told
    await haveHosts(told, 'host-1', 'host-2')
    const running = await addServer({ launchedAt: '2025-11-05T00:00:00.000Z' })
    const elsewhere = await addServer({ launchedAt: '2026-01-05T00:00:00.000Z', host: 'host-2' })
    const deleted = await addServer({
      launchedAt: '2026-01-06T00:00:00.000Z',
      terminatedAt: '2026-01-07T00:00:00.000Z',
      deletedAt: '2026-01-07T00:00:00.000Z',
    })
    await addServer({
      launchedAt: '2025-12-01T00:00:00.000Z',
      terminatedAt: '2025-12-31T23:59:59.000Z',
      deletedAt: '2025-12-31T23:59:59.000Z',
    })
    const later = await addServer({ launchedAt: '2026-02-01T00:00:00.000Z' })
    await addServer({ launchedAt: null, vmState: 'error' })

    await auditAt(told, '2026-02-01T00:10:00Z')
    const [versioned, unversioned] = (await outbox(told)).filter(({ resource }) => resource === running.id)
    assert.deepEqual(
      [versioned.publisher_id, versioned.priority, unversioned.publisher_id, unversioned.priority],
      ['nova-compute:host-1', 'INFO', 'compute.host-1', 'INFO'],
    )
    assert.equal(versioned.payload['nova_object.name'], 'InstanceExistsPayload')
    assert.equal(versioned.payload['nova_object.version'], '2.1')
    const data = versioned.payload['nova_object.data']
    assert.deepEqual(
      [data.uuid, data.state, data.host, data.request_id],
      [running.id, 'active', 'host-1', null],
    )
    assert.deepEqual(data.audit_period['nova_object.data'], {
      audit_period_beginning: '2026-01-01T00:00:00Z',
      audit_period_ending: '2026-02-01T00:00:00Z',
    })
    const { instance_id, memory_mb, audit_period_beginning, audit_period_ending, bandwidth } =
      unversioned.payload
    assert.deepEqual(
      { instance_id, memory_mb, audit_period_beginning, audit_period_ending, bandwidth },
      {
        ...{ instance_id: running.id, memory_mb: 512, bandwidth: {} },
        audit_period_beginning: '2026-01-01 00:00:00',
        audit_period_ending: '2026-02-01 00:00:00',
      },
    )
    assert.deepEqual(await taken(told), inBoth(running.id, elsewhere.id, deleted.id))

    await auditAt(told, '2026-02-01T00:20:00Z')
    assert.deepEqual(await taken(told), {}, 'a period is audited once')

    await auditAt(told, '2026-03-01T00:10:00Z')
    assert.deepEqual(await taken(told), inBoth(running.id, elsewhere.id, later.id))
  }),
)

test(
  'two conductors that audit at the same time send each notification once',
  story(async (told) => {
    await haveHosts(told, 'host-1')
    const server = await told.addServer({ launchedAt: '2026-01-05T00:00:00.000Z' })
    await Promise.all([auditAt(told, '2026-02-01T00:10:00Z'), auditAt(told, '2026-02-01T00:10:00Z')])
    assert.deepEqual(await taken(told), inBoth(server.id))
  }),
)

test(
  'the usage audit log shows which hosts have audited a period',
  story(async (told) => {
    await haveHosts(told, 'host-1', 'host-2')
    await told.addServer({ launchedAt: '2026-01-05T00:00:00.000Z' })
    await auditAt(told, '2026-02-01T00:10:00Z')
    await haveHosts(told, 'host-3')
    const log = await logBefore(told, '2026-02-15 00:00:00')
    const audited = (host: string, instances: number) => ({
      ...{ state: 'DONE', instances, errors: 0 },
      message: `Instance usage audit ran for host ${host}, ${instances} instances in 0 seconds.`,
    })
    assert.deepEqual(log, {
      ...{ period_beginning: '2026-01-01 00:00:00', period_ending: '2026-02-01 00:00:00' },
      ...{ num_hosts: 3, num_hosts_done: 2, num_hosts_running: 0, num_hosts_not_run: 1 },
      ...{ hosts_not_run: ['host-3'], total_instances: 1, total_errors: 0 },
      overall_status: '2 of 3 hosts done. 0 errors.',
      log: { 'host-1': audited('host-1', 1), 'host-2': audited('host-2', 0) },
    })
    await auditAt(told, '2026-02-01T00:20:00Z')
    const { overall_status, hosts_not_run } = await logBefore(told, '2026-02-15 00:00:00')
    assert.deepEqual([overall_status, hosts_not_run], ['ALL hosts done. 0 errors.', []])
    assert.equal((await logBefore(told, '2026-03-15 00:00:00')).num_hosts_done, 0)
  }),
)

test(
  'a cell that is down is audited when it is up again',
  story(async (told) => {
    await haveHosts(told, 'host-1')
    const server = await told.addServer({ launchedAt: '2026-01-05T00:00:00.000Z' })
    told.down.add(cell1Id)
    await auditAt(told, '2026-02-01T00:10:00Z')
    told.down.delete(cell1Id)
    assert.deepEqual(await taken(told), {})
    await auditAt(told, '2026-02-01T00:20:00Z')
    assert.deepEqual(await taken(told), inBoth(server.id))
  }),
)
