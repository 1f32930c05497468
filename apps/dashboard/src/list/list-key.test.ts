import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminStacks } from '../panels/orchestration/admin-stacks.ts'
import { stacks } from '../panels/orchestration/stacks.ts'
import { listKey } from './list-key.ts'

test('lists of one project and of all projects have different cache keys with the same first part', () => {
  assert.deepEqual(listKey(stacks, {}, {}), listKey(stacks, {}, {}))
  assert.notDeepEqual(listKey(stacks, {}, {}), listKey(adminStacks, {}, {}))
  assert.equal(listKey(stacks, {}, {})[0], listKey(adminStacks, {}, {})[0])
})
