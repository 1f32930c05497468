import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countedAgain, totalOf, type VolumeUsage } from './volume-usage.ts'

const counted = (reads: number) => ({ reads, readBytes: reads * 512, writes: 0, writeBytes: 0 })

/** What is known after these numbers of reads, the last of each list just before the volume was detached. */
const after = (...attached: readonly (readonly number[])[]): VolumeUsage | undefined => {
  let known: VolumeUsage | undefined
  for (const reads of attached)
    for (const [index, one] of reads.entries())
      known = countedAgain(known, counted(one), index === reads.length - 1)
  return known
}

it('counters that began anew add to those before', () => {
  const once = countedAgain(undefined, counted(5), false)
  assert.deepEqual(totalOf(once), counted(5))
  const more = countedAgain(once, counted(7), false)
  assert.deepEqual(totalOf(more), counted(7))
  assert.deepEqual(totalOf(countedAgain(more, counted(2), false)), counted(9))
})

it('what was done before a volume was detached counts once', () => {
  const known = after([3, 5], [1, 2, 4])
  assert.deepEqual(known, { current: counted(0), earlier: counted(9) })
})

it('a guest that was started again just before the volume was detached counts too', () => {
  const known = after([8, 2])
  assert.deepEqual(known && totalOf(known), counted(10))
})
