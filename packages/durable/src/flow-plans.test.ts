import assert from 'node:assert/strict'
import { it } from 'node:test'
import { askedSql } from '@nimbo/db/asked-sql.testing'
import { openDatabase } from '@nimbo/db/open-database'
import { type Kysely, sql } from 'kysely'
import { flowCounts } from './flow-counts.ts'
import * as queue from './flow-queue.ts'
import type { FlowTables } from './flow-tables.ts'
import { flowsDueMigration } from './flows-due-migration.ts'
import { flowsMigration } from './flows-migration.ts'

const names = ['boot-server', 'delete-server']

const looks: Readonly<Record<string, (db: Kysely<FlowTables>) => Promise<unknown>>> = {
  'for due flows': (db) => queue.dueFlows(db, names, 0, 10),
  'for the next due': (db) => queue.nextDueAt(db, names, 'me', 0),
  'how many are active': (db) => queue.countActive(db, names),
  'for a census': (db) => flowCounts(db, names, 0),
}

for (const [name, look] of Object.entries(looks))
  it(`a look ${name} passes by ended flows`, async () => {
    const db = await openDatabase<FlowTables>('sqlite::memory:', {
      '0001-flows': flowsMigration,
      '0002-flows-due': flowsDueMigration,
    })
    for (const asked of await askedSql<FlowTables>('SQLite', look, [{}])) {
      const { rows } = await sql<{
        detail: string
      }>`explain query plan ${sql.raw(asked.replaceAll('?', "'x'"))}`.execute(db)
      const reads = rows.map(({ detail }) => detail).filter((detail) => /\bflows\b/.test(detail))
      assert.deepEqual(
        reads.filter((detail) => !/flows_due \(name=\? AND wake_at/.test(detail)),
        [],
        asked,
      )
      assert.ok(reads.length > 0)
    }
    await db.destroy()
  })
