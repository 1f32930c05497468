import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@nimbo/testing/test-database'
import { sql } from 'kysely'
import { recordStore } from './record-store.ts'
import type { IdentityTables } from './tables.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly domain_id: string | null
}

test('findBy matches null only with null, and refuses a condition that is undefined', async () => {
  const { db, close } = await testDatabase<IdentityTables>({
    '0001-roles': async (schema) =>
      void (await sql`create table roles (id text primary key, name text, domain_id text)`.execute(schema)),
  })
  const roles = recordStore<Named>(db, 'roles', { flags: [], structures: [] })
  await roles.insert({ id: 'one', name: 'reader', domain_id: 'theirs' })
  assert.equal((await roles.findBy({ name: 'reader', domain_id: 'theirs' }))?.id, 'one')
  assert.equal(await roles.findBy({ name: 'reader', domain_id: null }), undefined)
  const lacking: object = { name: 'reader', domain_id: undefined }
  await assert.rejects(roles.findBy(lacking), /no value is given for domain_id of roles/)
  await close()
})
