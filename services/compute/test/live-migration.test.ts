import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { instanceActions } from '../src/db/servers/instance-actions.ts'
import { instances } from '../src/db/servers/instances.ts'
import { type MigrationStatus, migrations } from '../src/db/server-migrations/migrations.ts'
import { services } from '../src/db/hosts/services.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

const asAdmin = { ...admin, project: 'project-1' }

/** A cloud with two hosts that are up. */
const withHosts = async ({ deps }: Story) => {
  const { databases, clock } = deps
  const cell = await databases.cell(cell1Id)
  for (const host of ['host-1', 'host-2']) {
    await hostMappings(databases.api, clock).add(host, cell1Id)
    const { id } = await services(cell, clock).ensure(host, 'nova-compute', 1)
    await services(cell, clock).report(id)
  }
  return cell
}

const ask = ({ send }: Story, id: string, migrate: object, sent: object = {}) =>
  send('POST', `/servers/${id}/action`, {
    ...{ body: { 'os-migrateLive': migrate }, version: '2.93', as: asAdmin },
    ...sent,
  })

const anywhere = { block_migration: 'auto', host: null }

test(
  'a live migration is recorded with its flow, and shown as MIGRATING',
  story(async (it) => {
    const cell = await withHosts(it)
    const { id } = await it.addServer()
    assert.equal((await ask(it, id, anywhere)).status, 202)
    assert.equal((await it.send('GET', `/servers/${id}`)).body.server.status, 'MIGRATING')
    const [migration] = await migrations(cell, it.deps.clock).list({ limit: 9 })
    const { migration_type, status, source_compute } = migration ?? {}
    assert.deepEqual([migration_type, status, source_compute], ['live-migration', 'accepted', 'host-1'])
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    const { ignoreHosts, requestedHost } = JSON.parse(flow?.input ?? '')
    assert.deepEqual([flow?.name, ignoreHosts, requestedHost], ['live-migrate-server', ['host-1'], undefined])
    const [action] = await instanceActions(cell, it.deps.clock).list(id, { limit: 9 })
    assert.equal(action?.action, 'live-migration')
    const again = await ask(it, id, anywhere)
    assert.deepEqual(
      [again.status, again.body.conflictingRequest.message],
      [409, `Cannot 'os-migrateLive' instance ${id} while it is in task_state migrating`],
    )
    const paused = await it.addServer({ vmState: 'paused' })
    assert.equal((await ask(it, paused.id, anywhere)).status, 202)
    const off = await it.addServer({ vmState: 'stopped' })
    assert.equal(
      (await ask(it, off.id, anywhere)).body.conflictingRequest.message,
      `Cannot 'os-migrateLive' instance ${off.id} while it is in vm_state stopped`,
    )
  }),
)

test(
  'a live migration request is checked against the schema of its version',
  story(async (it) => {
    const cell = await withHosts(it)
    const { id } = await it.addServer()
    const status = async (version: string, migrate: object) =>
      (await ask(it, id, migrate, { version })).status
    for (const [version, migrate] of [
      ['2.1', { block_migration: 'auto', disk_over_commit: false, host: null }],
      ['2.24', { block_migration: true, host: null }],
      ['2.25', { block_migration: true, disk_over_commit: false, host: null }],
      ['2.25', { block_migration: 'often', host: null }],
      ['2.25', { block_migration: 'auto' }],
      ['2.29', { ...anywhere, force: false }],
      ['2.68', { ...anywhere, force: false }],
      ['2.30', { ...anywhere, force: true }],
      ['2.93', { ...anywhere, host: 'a b' }],
      ['2.93', { ...anywhere, host: 'host-9' }],
    ] as const)
      assert.equal(await status(version, migrate), 400, `${version} ${JSON.stringify(migrate)}`)
    assert.deepEqual(await cell.selectFrom('flows').selectAll().execute(), [])
    assert.deepEqual(await migrations(cell, it.deps.clock).list({ limit: 9 }), [])
    assert.equal(
      (await ask(it, id, { ...anywhere, force: true }, { version: '2.30' })).body.badRequest.message,
      "Can't force to a non-provided destination",
    )
    for (const [version, force, forced] of [
      ['2.34', undefined, false],
      ['2.67', true, true],
      ['2.68', undefined, false],
    ] as const) {
      const { id: another } = await it.addServer()
      const migrate = { ...anywhere, host: 'host-2', ...(force === undefined ? {} : { force }) }
      assert.equal((await ask(it, another, migrate, { version })).status, 202, version)
      const flow = await cell.selectFrom('flows').select('input').where('subject', '=', another).execute()
      const { requestedHost, forced: noted } = JSON.parse(flow[0]?.input ?? '')
      assert.deepEqual([requestedHost, noted], ['host-2', forced])
    }
  }),
)

test(
  'managers and admins may migrate live, but only admins may name the host',
  story(async (it) => {
    await withHosts(it)
    const { id } = await it.addServer()
    const as = { roles: ['manager', 'member', 'reader'] }
    assert.equal((await ask(it, id, anywhere, { as: undefined })).status, 403)
    assert.equal((await ask(it, id, { ...anywhere, host: 'host-2' }, { as })).status, 403)
    assert.equal((await ask(it, id, anywhere, { as })).status, 202)
    const unplaced = await it.addServer({ host: 'host-9' })
    const down = await ask(it, unplaced.id, anywhere)
    assert.deepEqual(
      [down.status, down.body.conflictingRequest.message],
      [409, 'Service is unavailable at this time.'],
    )
  }),
)

test(
  'before 2.34 the reply waits for the pre-checks, and reports their failure',
  story(async (it) => {
    const cell = await withHosts(it)
    const { id } = await it.addServer()
    const { clock, conductor } = it.deps
    const told = conductor.flowRequested
    // As the flow does when the pre-check on the host fails.
    conductor.flowRequested = async (ctx, order) => {
      await told(ctx, order)
      const [{ id: migrationId } = { id: '' }] = await migrations(cell, clock).list({ limit: 1 })
      await cell
        .insertInto('instance_faults')
        .values({
          ...{ id: 'fault-1', server_id: id, code: 500, message: 'Migration pre-check error: no.' },
          ...{ details: null, created_at: new Date(clock.now()).toISOString() },
        })
        .execute()
      await migrations(cell, clock).change(migrationId, { from: ['accepted'], to: { status: 'error' } })
    }
    const old = { block_migration: false, disk_over_commit: false, host: null }
    const refused = await ask(it, id, old, { version: '2.1' })
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, 'Migration pre-check error: no.'],
    )
    const other = await it.addServer()
    conductor.flowRequested = async () => {
      const [{ id: migrationId } = { id: '' }] = await migrations(cell, clock).list({ limit: 1 })
      await migrations(cell, clock).change(migrationId, { from: ['accepted'], to: { status: 'queued' } })
    }
    assert.equal((await ask(it, other.id, anywhere, { version: '2.33' })).status, 202)
  }),
)

/** A server with a live migration in this status. */
const migrating = async (it: Story, status: MigrationStatus, server: object = {}) => {
  const cell = await it.deps.databases.cell(cell1Id)
  const { id } = await it.addServer({ taskState: 'migrating', ...server })
  const records = migrations(cell, it.deps.clock)
  const { number, id: migrationId } = await records.create(await records.newNumber(), {
    ...{ server_id: id, project_id: 'project-1', user_id: 'user-1', migration_type: 'live-migration' },
    ...{ status, source_compute: 'host-1', dest_compute: 'host-2' },
  })
  const found = async () => (await records.find(migrationId))?.status
  return { id, number, found, path: `/servers/${id}/migrations/${number}` }
}

test(
  'force_complete is sent to the host of a running live migration, and refused in other states',
  story(async (it) => {
    const force = (path: string, sent: object = {}) =>
      it.send('POST', `${path}/action`, {
        ...{ body: { force_complete: null }, version: '2.22', as: asAdmin },
        ...sent,
      })
    const running = await migrating(it, 'running')
    assert.equal((await force(running.path, { version: '2.21' })).status, 404)
    assert.equal((await force(running.path, { as: undefined })).status, 403)
    assert.equal((await force(running.path, { body: { force_complete: true } })).status, 400)
    assert.deepEqual(it.around.toldHosts, [])
    assert.equal((await force(running.path)).status, 202)
    assert.deepEqual(it.around.toldHosts, [`force ${running.id} on host-1`])
    const queued = await migrating(it, 'queued')
    const early = await force(queued.path)
    assert.deepEqual(
      [early.status, early.body.badRequest.message],
      [
        400,
        `Migration ${queued.number} state of instance ${queued.id} is queued. Cannot force complete while the migration is in this state.`,
      ],
    )
    const unknown = await force(`/servers/${queued.id}/migrations/99`)
    assert.deepEqual(
      [unknown.status, unknown.body.badRequest.message],
      [400, `Migration 99 not found for instance ${queued.id}`],
    )
    const done = await migrating(it, 'completed', { taskState: null })
    assert.equal(
      (await force(done.path)).body.conflictingRequest.message,
      `Cannot 'force_complete' instance ${done.id} while it is in task_state None`,
    )
    assert.equal(it.around.toldHosts.length, 1)
  }),
)

test(
  'a running live migration is aborted by its host, and from 2.65 on a queued one without it',
  story(async (it) => {
    const abort = (path: string, version = '2.24', as: object = asAdmin) =>
      it.send('DELETE', path, { version, as })
    const running = await migrating(it, 'running')
    assert.equal((await abort(running.path, '2.23')).status, 404)
    assert.equal((await abort(running.path, '2.24', { roles: ['member', 'reader'] })).status, 403)
    assert.equal((await abort(running.path)).status, 202)
    assert.deepEqual(it.around.toldHosts, [`abort ${running.id} on host-1`])
    const queued = await migrating(it, 'queued')
    assert.match(
      (await abort(queued.path, '2.64')).body.badRequest.message,
      /is queued. Cannot abort live migration while the migration is in this state.$/,
    )
    assert.equal((await abort(queued.path, '2.65')).status, 202)
    assert.equal(await queued.found(), 'cancelled')
    const late = await migrating(it, 'post-migrating')
    assert.equal((await abort(late.path, '2.65')).status, 400)
    assert.equal((await abort(`/servers/${late.id}/migrations/99`, '2.65')).status, 404)
    assert.equal(it.around.toldHosts.length, 1)
    const cell = await it.deps.databases.cell(cell1Id)
    await instances(cell, it.deps.clock).update(late.id, { taskState: null })
    assert.equal((await abort(late.path, '2.65')).status, 409)
  }),
)
