import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MigrationSet } from '@nimbo/db/migrate'
import { testDatabase } from '@nimbo/testing/test-database'
import { sql } from 'kysely'
import { recordStore } from './record-store.ts'
import type { IdentityTables } from './tables.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly domain_id: string | null
}

const rolesTable: MigrationSet = {
  '0001-roles': async (schema) =>
    void (await sql`create table roles (id text primary key, name text, domain_id text)`.execute(schema)),
}

test('findBy matches null only with null, and refuses a condition that is undefined', async () => {
  const { db, close } = await testDatabase<IdentityTables>(rolesTable)
  const roles = recordStore<Named>(db, 'roles', { flags: [], structures: [] })
  await roles.insert({ id: 'one', name: 'reader', domain_id: 'theirs' })
  assert.equal((await roles.findBy({ name: 'reader', domain_id: 'theirs' }))?.id, 'one')
  assert.equal(await roles.findBy({ name: 'reader', domain_id: null }), undefined)
  const lacking: object = { name: 'reader', domain_id: undefined }
  await assert.rejects(roles.findBy(lacking), /no value is given for domain_id of roles/)
  await close()
})

test('records are found and listed by more ids than a statement of the database can take', async () => {
  const { db, close } = await testDatabase<IdentityTables>(rolesTable)
  const roles = recordStore<Named>(db, 'roles', { flags: [], structures: [] })
  const ids = Array.from({ length: 70_000 }, (_, number) => String(number).padStart(5, '0')).reverse()
  const made = ['00000', '12345', '69999']
  for (const id of made) await roles.insert({ id, name: 'reader', domain_id: null })
  const idsOf = (found: readonly Named[]) => found.map(({ id }) => id)
  assert.deepEqual(idsOf(await roles.findMany([...ids, '00000'])), made)
  assert.deepEqual(idsOf(await roles.page([], { limit: 2 }, ids)), ['00000', '12345'])
  assert.deepEqual(idsOf(await roles.page([], { limit: 2, marker: '00000' }, ids)), ['12345', '69999'])
  await close()
})
