import assert from 'node:assert/strict'
import { it } from 'node:test'
import { alikeRows } from './alike-rows.ts'

it('rows are split in order into batches of at most 16 that have the same columns null', () => {
  const [known, unknown] = [{ user: 'u' }, { user: null }]
  assert.deepEqual(alikeRows([]), [])
  assert.deepEqual(alikeRows([known, known, unknown, known]), [[known, known], [unknown], [known]])
  assert.deepEqual(
    alikeRows(Array.from({ length: 20 }, () => known)).map(({ length }) => length),
    [16, 4],
  )
})
