import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resourcesUsed, usesBy } from './use-changes.ts'

const use = (resourceId: string, quantity = 1) =>
  ({ kind: 'volume', resourceId, projectId: 'p', detail: '', quantity }) as const

test('a use ends the previous use of its resource, and lasts until the next change of the resource', () => {
  const changes = [
    { change: 'begins', use: use('a', 1), at: 1 },
    { change: 'begins', use: use('b'), at: 2 },
    { change: 'begins', use: use('a', 2), at: 3 },
    { change: 'ends', kind: 'volume', resourceId: 'a', at: 5, isDeleted: true },
  ] as const
  assert.deepEqual(usesBy(changes), {
    ends: [
      { kind: 'volume', resourceId: 'a', at: 1 },
      { kind: 'volume', resourceId: 'b', at: 2 },
    ],
    begun: [
      { use: use('a', 1), begunAt: 1, endedAt: 3, deletedAt: null },
      { use: use('a', 2), begunAt: 3, endedAt: 5, deletedAt: null },
      { use: use('b'), begunAt: 2, endedAt: null, deletedAt: null },
    ],
  })
})

test('an end without a beginning ends the use that is stored', () => {
  const ends = { kind: 'server', resourceId: 'a', at: 5 } as const
  assert.deepEqual(usesBy([{ change: 'ends', ...ends, isDeleted: false }]), { ends: [ends], begun: [] })
})

test('a use whose resource was deleted before its beginning was received ends with the deletion', () => {
  const deletion = { change: 'ends', kind: 'volume', resourceId: 'a', at: 5, isDeleted: true } as const
  const begins = { change: 'begins', use: use('a'), at: 1 } as const
  const resize = { change: 'begins', use: use('a', 2), at: 3 } as const
  const spans = (...given: Parameters<typeof usesBy>) =>
    usesBy(...given).begun.map(({ begunAt, endedAt }) => [begunAt, endedAt])
  assert.deepEqual(spans([deletion, begins, resize]), [
    [1, 3],
    [3, 5],
  ])
  assert.deepEqual(resourcesUsed([deletion, begins]), [{ kind: 'volume', resourceId: 'a', deletedAt: 5 }])
  assert.deepEqual(spans([begins], resourcesUsed([deletion])), [[1, 5]])
})
