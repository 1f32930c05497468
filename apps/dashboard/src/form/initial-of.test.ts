import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesIn } from './initial-of.ts'

const shown = { name: 'web', description: 'old', default_project_id: 'p1', tags: ['a'] }

test('an update sends the changed values only', () => {
  const values = { ...shown, description: '', tags: ['a', 'b'], email: undefined }
  assert.deepEqual(changesIn(values, shown), { description: '', tags: ['a', 'b'] })
})

test('a reference that was set to none is removed and not left as it is', () => {
  assert.deepEqual(changesIn({ ...shown, default_project_id: undefined }, shown), {
    default_project_id: null,
  })
})
