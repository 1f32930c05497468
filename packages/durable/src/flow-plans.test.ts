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
  dueFlows: (db) => queue.dueFlows(db, names, 0, 10),
  nextDueAt: (db) => queue.nextDueAt(db, names, 'me', 0),
  countActive: (db) => queue.countActive(db, names),
  flowCounts: (db) => flowCounts(db, names, 0),
}

for (const [name, look] of Object.entries(looks))
  it(`${name} reads no ended flows: it searches by the index flows_due`, async () => {
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
