import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { absorb, type Point } from './absorb.ts'
import type { ArchivePolicy } from './archive-policy.ts'

const minute = 60_000_000
/** Aggregates of the last three minutes; points are stored for five minutes, the coarsest granularity. */
const policy: ArchivePolicy = {
  ...{ name: 'p', backWindow: 0, methods: ['sum'] },
  levels: [
    { granularity: minute, points: 3 },
    { granularity: 5 * minute, points: 10 },
  ],
}
const at = (...minutes: readonly number[]): readonly Point[] => minutes.map((one) => [one * minute, one])
const minutesOf = ({ changed }: ReturnType<typeof absorb>) =>
  changed.filter(({ granularity }) => granularity === minute).map(({ start }) => start / minute)

describe('the aggregates of a metric', () => {
  it('are dropped only when a new period begins that exceeds their number', () => {
    const first = absorb(policy, [], at(0, 1))
    assert.deepEqual([minutesOf(first), first.keptFrom], [[0, 1], []], 'there are no older periods to drop')
    const same = absorb(policy, first.points, [[1.5 * minute, 7]])
    assert.deepEqual([minutesOf(same), same.keptFrom], [[1], []], 'no new period begins, so none is dropped')
    const next = absorb(policy, same.points, at(4))
    assert.deepEqual([minutesOf(next), next.keptFrom], [[4], [{ granularity: minute, from: 2 * minute }]])
  })

  it('are not written for periods too old to keep, though their points count in coarser ones', () => {
    const known = absorb(policy, [], at(4)).points
    const late = absorb(policy, known, at(0))
    assert.deepEqual(minutesOf(late), [4], 'only the kept period after the late point is written')
    const coarse = late.changed.filter(({ granularity }) => granularity === 5 * minute)
    assert.deepEqual(coarse, [{ granularity: 5 * minute, start: 0, values: { sum: 4 } }])
    assert.equal(late.dropped, 0)
    assert.deepEqual(minutesOf(absorb(policy, [], at(0, 1, 2, 3, 4))), [2, 3, 4])
  })
})
