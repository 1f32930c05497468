import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDateFilter } from './date-filter.ts'
import { parseSecretOrder } from './secret-order.ts'

test('a date filter has at most one bound at each end, or is one instant', () => {
  assert.deepEqual(parseDateFilter('gt:2031-05-06,lte:2032-05-06'), [
    { operator: '>', instant: '2031-05-06T00:00:00.000Z' },
    { operator: '<=', instant: '2032-05-06T00:00:00.000Z' },
  ])
  assert.deepEqual(parseDateFilter('2031-05-06'), [{ operator: '=', instant: '2031-05-06T00:00:00.000Z' }])
  for (const wrong of ['gt:2031-05-06,gte:2031-05-06', 'soon', 'gte:2031-05-06,2031-05-06', 'eq:2031-05-06'])
    assert.equal(parseDateFilter(wrong), undefined, wrong)
})

test('a sort order names known columns, each at most once', () => {
  assert.deepEqual(parseSecretOrder('name,created:desc'), [
    { column: 'name', direction: 'asc', nullable: true },
    { column: 'created', direction: 'desc', nullable: false },
  ])
  for (const wrong of ['name,name:desc', 'project_id', 'name:up', 'name:asc:asc'])
    assert.equal(parseSecretOrder(wrong), undefined, wrong)
})
