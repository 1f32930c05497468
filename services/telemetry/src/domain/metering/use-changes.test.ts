import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usesBy } from './use-changes.ts'

const use = (resourceId: string, quantity = 1) =>
  ({ kind: 'volume', resourceId, projectId: 'p', detail: '', quantity }) as const

test('a use ends the previous use of its resource, and lasts until the next change of the resource', () => {
  const changes = [
    { change: 'begins', use: use('a', 1), at: 1 },
    { change: 'begins', use: use('b'), at: 2 },
    { change: 'begins', use: use('a', 2), at: 3 },
    { change: 'ends', kind: 'volume', resourceId: 'a', at: 5 },
  ] as const
  assert.deepEqual(usesBy(changes), {
    ends: [
      { kind: 'volume', resourceId: 'a', at: 1 },
      { kind: 'volume', resourceId: 'b', at: 2 },
    ],
    begun: [
      { use: use('a', 1), begunAt: 1, endedAt: 3 },
      { use: use('a', 2), begunAt: 3, endedAt: 5 },
      { use: use('b'), begunAt: 2, endedAt: null },
    ],
  })
})

test('an end without a beginning ends the use that is stored', () => {
  const ends = { kind: 'server', resourceId: 'a', at: 5 } as const
  assert.deepEqual(usesBy([{ change: 'ends', ...ends }]), { ends: [ends], begun: [] })
})
