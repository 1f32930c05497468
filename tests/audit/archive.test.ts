import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archivedTables, shadowOf } from '@nimbo/compute/db/schema/shadow-tables'
import { archiveDeletedRows } from '@nimbo/compute/manage/archive-deleted-rows'
import { purge } from '@nimbo/compute/manage/purge'
import type { MigrationSet } from '@nimbo/db/migrate'
import { systemClock } from '@nimbo/kernel/clock'
import { assertNoOrphans } from '@nimbo/testkit/audit'
import { serverGone, showServer } from '@nimbo/testkit/servers'
import { type Kysely, sql } from 'kysely'
import { startUntidyCloud, type UntidyCloud } from './untidy-cloud.ts'

/** Opens the databases of the cloud for a command, by the names in the cell mappings. */
const hostOf = ({ api, cell0, cell }: UntidyCloud) => {
  const open: Readonly<Record<string, unknown>> = { nova_api: api, nova_cell0: cell0, nova_cell1: cell }
  return {
    clock: systemClock,
    openDatabase: async <Tables>(name: string, _migrations: MigrationSet) => open[name] as Kysely<Tables>,
  }
}

const deleted = async ({ admin, cloud, boot }: UntidyCloud): Promise<string> => {
  const { id } = await boot()
  assert.equal((await admin.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(admin, id)
  await cloud.settled()
  return id
}

const idsIn = async (db: UntidyCloud['cell'], table: string): Promise<readonly string[]> =>
  (await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(db)).rows.map(
    ({ id }) => id,
  )

test('deleted servers are archived in batches and purged, and existing servers keep all their rows', async () => {
  await using untidy = await startUntidyCloud()
  const { admin, api, cell } = untidy
  const host = hostOf(untidy)
  const first = await deleted(untidy)
  const between = new Date().toISOString()
  const second = await deleted(untidy)
  const living = await untidy.boot()

  const early = await archiveDeletedRows(host, { maxRows: 1_000, before: between })
  assert.deepEqual(early.complete, true)
  assert.equal(early.rows.instances, 1)
  assert.equal(early.rows.instance_actions, 2)
  assert.deepEqual(await idsIn(cell, 'shadow_instances'), [first])
  assert.equal((await admin.compute.get(`/servers/${first}?deleted=1`)).status, 404)

  const told: string[] = []
  const rest = await archiveDeletedRows(host, { maxRows: 1 }, (cell) => told.push(cell))
  assert.deepEqual([rest.rows.instances, told], [1, ['cell1']])
  assert.equal(rest.rows.request_specs, 1)
  assert.equal(rest.rows.instance_mappings, 1)
  assert.deepEqual(await idsIn(cell, 'shadow_instances'), [first, second].sort())
  assert.equal((await archiveDeletedRows(host, { maxRows: 1_000 })).rows.instances, undefined)

  for (const table of ['instance_mappings', 'request_specs', 'scheduling_records'] as const) {
    const left = await api.selectFrom(table).select('server_id').distinct().execute()
    assert.deepEqual(left, [{ server_id: living.id }], table)
  }
  assert.equal((await showServer(admin, living.id)).status, 'ACTIVE')
  await assertNoOrphans(admin)

  const purgedEarly = await purge(host, { before: between })
  assert.equal(purgedEarly.shadow_instances, 1)
  assert.deepEqual(await idsIn(cell, 'shadow_instances'), [second])
  await purge(host, { all: true })
  for (const table of archivedTables) assert.deepEqual(await idsIn(cell, shadowOf(table)), [], table)
  assert.equal((await showServer(admin, living.id)).status, 'ACTIVE')
})

test('one command can archive and purge a deleted server', async () => {
  await using untidy = await startUntidyCloud()
  await deleted(untidy)
  const { rows, purged } = await archiveDeletedRows(hostOf(untidy), { maxRows: 1_000, purge: true })
  assert.deepEqual([rows.instances, purged.shadow_instances], [1, 1])
  assert.deepEqual(await idsIn(untidy.cell, 'shadow_instance_actions'), [])
})

test('shadow tables have the same columns as their tables, in the same order', async () => {
  await using untidy = await startUntidyCloud()
  const tables = new Map(
    (await untidy.cell.introspection.getTables()).map(({ name, columns }) => [
      name,
      columns.map((column) => column.name),
    ]),
  )
  for (const table of archivedTables) assert.deepEqual(tables.get(shadowOf(table)), tables.get(table), table)
})
