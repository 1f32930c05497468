import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrations } from '@nimbo/network/migrations'
import { rooms } from '@nimbo/network/resources'
import { schemaDifferences } from '@nimbo/resource/rows/schema-differences.testing'
import { testDatabase } from '@nimbo/testing/test-database'

/** Columns that hold no attribute of the resource. */
const beside: Readonly<Record<string, Readonly<Record<string, { readonly nullable: boolean }>>>> = {
  floatingips: { floating_port_id: { nullable: false } },
  networks: { segment: { nullable: false } },
  segments: { wire: { nullable: false } },
  security_groups: { default_of: { nullable: true } },
  security_group_rules: { identity: { nullable: false } },
}

test('the tables after all migrations match the described attributes of the resources', async () => {
  const { db, close } = await testDatabase(migrations)
  const kinds = rooms.flatMap(({ repositories }) => repositories.map(({ kind }) => kind))
  const tables = kinds.map((kind) => ({ kind, beside: beside[kind.collection] ?? {} }))
  assert.ok(tables.length > 4)
  assert.deepEqual(await schemaDifferences(db, tables), [])
  await close()
})
