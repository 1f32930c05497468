import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations, type NewMigration } from '../src/db/server-migrations/migrations.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

const flavor = {
  id: '1',
  name: 'm1.tiny',
  vcpus: 1,
  memoryMb: 512,
  rootGb: 1,
  ephemeralGb: 0,
  swapMb: 0,
  description: null,
  extraSpecs: {},
}

const recordsOf = async ({ deps }: Story) => migrations(await deps.databases.cell(cell1Id), deps.clock)

/** Records a migration, as the flow that moves a server does. */
const begin = async (it: Story, serverId: string, parts: Partial<NewMigration> = {}) => {
  const records = await recordsOf(it)
  return records.create(await records.newNumber(), {
    server_id: serverId,
    project_id: 'project-1',
    user_id: 'user-1',
    migration_type: 'resize',
    status: 'migrating',
    source_compute: 'host-1',
    dest_compute: 'host-2',
    old_flavor: flavor,
    new_flavor: { ...flavor, id: 'm1.small' },
    ...parts,
  })
}

const idsOf = (body: { migrations: { id: number }[] }) => body.migrations.map(({ id }) => id)

test(
  'an admin sees the migrations of all projects, newest first, with pages and filters',
  story(async (it) => {
    const { id } = await it.addServer()
    const first = await begin(it, id)
    await begin(it, id, { migration_type: 'live-migration', status: 'running', dest_compute: 'host-3' })
    await begin(it, id, { project_id: 'other', status: 'error', user_id: 'someone' })
    await begin(it, id, { hidden: true })
    const list = (query: string, version = '2.80') =>
      it.send('GET', `/os-migrations${query}`, { version, as: admin })

    const all = await list('')
    assert.deepEqual(idsOf(all.body), [3, 2, 1])
    const [, live, resize] = all.body.migrations
    assert.deepEqual(
      { ...resize, created_at: '', uuid: '' },
      {
        id: 1,
        uuid: '',
        instance_uuid: id,
        source_compute: 'host-1',
        source_node: null,
        dest_compute: 'host-2',
        dest_node: null,
        dest_host: null,
        old_instance_type_id: 1,
        new_instance_type_id: null,
        status: 'migrating',
        migration_type: 'resize',
        user_id: 'user-1',
        project_id: 'project-1',
        created_at: '',
        updated_at: null,
      },
    )
    assert.match(live.links[0].href, new RegExp(`/servers/${id}/migrations/2$`))
    assert.deepEqual(idsOf((await list('?status=error')).body), [3])
    assert.deepEqual(idsOf((await list('?host=host-3')).body), [2])
    assert.deepEqual(idsOf((await list('?project_id=other')).body), [3])
    assert.deepEqual(idsOf((await list(`?changes-since=${first.created_at}`)).body), [3, 2, 1])
    assert.deepEqual(idsOf((await list(`?changes-before=${first.created_at}`)).body), [1])

    const page = await list('?limit=2')
    assert.deepEqual(idsOf(page.body), [3, 2])
    const [next] = page.body.migrations_links
    assert.deepEqual(idsOf((await list(new URL(next.href).search)).body), [1])
    assert.equal((await list('?marker=00000000-0000-4000-8000-000000000000')).status, 400)

    const old = (await list('?limit=1&unknown=1', '2.1')).body.migrations
    assert.equal(old.length, 3)
    for (const newer of ['uuid', 'migration_type', 'links', 'user_id']) assert.ok(!(newer in old[1]), newer)
  }),
)

test(
  'unknown filters of migrations are refused from 2.59 on, and so are invalid or reversed instants',
  story(async ({ send }) => {
    const status = async (query: string, version: string) =>
      (await send('GET', `/os-migrations?${query}`, { version, as: admin })).status
    assert.equal(await status('unknown=1', '2.58'), 200)
    assert.equal(await status('unknown=1', '2.59'), 400)
    assert.equal(await status('changes-before=2026-01-01', '2.65'), 400)
    assert.equal(await status('user_id=x', '2.79'), 400)
    assert.equal(await status('changes-since=2011/01/01', '2.66'), 400)
    assert.equal(await status('changes-since=2026-02-01&changes-before=2026-01-01', '2.66'), 400)
  }),
)

test(
  'managers see the migrations of their project without hosts, and other users none',
  story(async (it) => {
    const { id } = await it.addServer()
    await begin(it, id)
    const list = (query: string, roles: readonly string[]) =>
      it.send('GET', `/os-migrations${query}`, { version: '2.80', as: { roles } })
    assert.equal((await list('?project_id=project-1', ['member', 'reader'])).status, 403)
    const manager = ['manager', 'member', 'reader']
    assert.equal((await list('', manager)).status, 403)
    assert.equal((await list('?project_id=other', manager)).status, 403)
    const [own] = (await list('?project_id=project-1', manager)).body.migrations
    assert.equal(own.instance_uuid, id)
    assert.equal(own.source_compute, null)
    assert.equal(own.dest_compute, null)
  }),
)

test(
  'the migrations shown of a server are its live migrations in progress, with their progress',
  story(async (it) => {
    const { id } = await it.addServer()
    await begin(it, id)
    const live = await begin(it, id, { migration_type: 'live-migration', status: 'running' })
    const done = await begin(it, id, { migration_type: 'live-migration', status: 'completed' })
    const records = await recordsOf(it)
    const progress = { memory_total: 8_000_000_000, memory_processed: 5_000_000_000 }
    assert.ok(await records.change(live.id, { from: ['running'], to: progress }))
    assert.ok(!(await records.change(done.id, { from: ['running'], to: { status: 'cancelled' } })))

    const get = (path: string, version = '2.80') =>
      it.send('GET', `/servers/${id}/migrations${path}`, { version, as: admin })
    const { migrations: shown } = (await get('')).body
    assert.deepEqual(idsOf({ migrations: shown }), [live.number])
    assert.equal(shown[0].memory_total_bytes, 8_000_000_000)
    assert.equal(shown[0].disk_total_bytes, null)
    assert.equal((await get(`/${live.number}`)).body.migration.source_compute, 'host-1')
    const refusals = [
      [1, 'is not live-migration'],
      [done.number, 'is not in progress'],
      [99, 'is not found for server'],
      ['x', 'is not found for server'],
    ] as const
    for (const [number, reason] of refusals) {
      const refused = await get(`/${number}`)
      assert.equal(refused.status, 404)
      assert.match(refused.body.itemNotFound.message, new RegExp(reason))
    }
    assert.equal((await get('', '2.22')).status, 404)
    assert.equal((await it.send('GET', `/servers/${id}/migrations`, { version: '2.23' })).status, 403)
  }),
)

test(
  'recording a migration twice under the same id creates it once',
  story(async (it) => {
    const { id } = await it.addServer()
    const again = { id: '55555555-5555-4555-8555-555555555555' }
    assert.deepEqual(await begin(it, id, again), await begin(it, id, again))
    const records = await recordsOf(it)
    assert.equal((await records.newest(id, ['migrating']))?.id, again.id)
    assert.equal(await records.newest(id, ['finished']), undefined)
  }),
)
