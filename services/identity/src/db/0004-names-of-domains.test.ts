import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { type Kysely, sql } from 'kysely'
import { createTables } from './0001-tables.ts'
import { foldNamesOfDomains } from './0004-names-of-domains.ts'
import type { IdentityTables } from './tables.ts'

const record = { parent_id: null, enabled: 1, description: '', options: '{}', extra: '{}' }
const domain = (id: string, name: string) => ({ ...record, id, name, domain_id: null, is_domain: 1 })

/** The rows before the migration, inserted by a migration of their own. */
const addRecords = async (db: Kysely<unknown>): Promise<void> => {
  const insert = (id: string, name: string, domainId: string | null) =>
    sql`insert into projects (id, name, domain_id, is_domain, enabled, description, options, extra)
        values (${id}, ${name}, ${domainId}, ${domainId === null ? 1 : 0}, 1, '', '{}', '{}')`.execute(db)
  await insert('d0', 'East', null)
  await insert('d1', 'EAST', null)
  await insert('d2', 'west', null)
  await insert('p', 'EAST', 'd2')
}

const migrations = { '0001': createTables, '0002': addRecords, '0003': foldNamesOfDomains }

eachDatabase((kind) => {
  test('the migration renames all but the first of the domains whose names differ only in case', () =>
    withDatabase<IdentityTables>(kind, migrations, async (db) => {
      const kept = await db.selectFrom('projects').select('name').orderBy('id').execute()
      assert.deepEqual(
        kept.map(({ name }) => name),
        ['East', 'EAST-d1', 'west', 'EAST'],
      )
      await assert.rejects(db.insertInto('projects').values(domain('d3', 'eAST')).execute())
    }))
})
