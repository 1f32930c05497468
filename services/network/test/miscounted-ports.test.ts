import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recount } from '@nimbo/db/kept-counts'
import { checkBooks } from '@nimbo/network/audit/check-books'
import { lookAtBooks } from '@nimbo/network/audit/look-at-books'
import { migrations } from '@nimbo/network/migrations'
import type { NetworkTables } from '@nimbo/network/tables'
import { testDatabase } from '@nimbo/testing/test-database'

test('the audit finds a wrong quota usage of ports, until a recount corrects it', async () => {
  const { db, close } = await testDatabase<NetworkTables>(migrations)
  const found = async () => checkBooks(await lookAtBooks(db)).map(({ kind, resource }) => [kind, resource.id])
  assert.deepEqual(await found(), [])
  const count = { resource: 'ports', slot: 'a', used: 2 }
  await db
    .insertInto('quota_usages')
    .values([
      { project_id: 'one', ...count },
      { project_id: 'two', ...count, used: 0 },
    ])
    .execute()
  assert.deepEqual(await found(), [['ports-miscounted', 'one']])
  await recount(db, 'ports', 'one')
  assert.deepEqual(await found(), [])
  await close()
})
