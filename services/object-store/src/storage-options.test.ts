import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyIndexes } from './storage-options.ts'

test('storage policies are those listed and 0, each once', () => {
  assert.deepEqual(policyIndexes({ storage_policies: [] }), [0])
  assert.deepEqual(policyIndexes({ storage_policies: ['2', '0', '7', '2'] }), [0, 2, 7])
})

test('an entry of storage_policies that is not an index is refused', () => {
  for (const entry of ['gold', '-1', '1.5'])
    assert.throws(() => policyIndexes({ storage_policies: [entry] }), {
      message: `[objects] storage_policies: '${entry}' is not the index of a storage policy`,
    })
})
