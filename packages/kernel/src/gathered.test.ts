import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gathered } from './gathered.ts'

/** A clock whose waits end when the test says so. */
const handMoved = () => {
  const due: (() => void)[] = []
  return {
    clock: {
      now: () => 0,
      after: (_ms: number, run: () => void) => {
        due.push(run)
        return () => {}
      },
    },
    strike: () => {
      for (const run of due.splice(0)) run()
    },
  }
}

test('gathered handles items that come within withinMs together, in order and in batches of at most `most`', async () => {
  const { clock, strike } = handMoved()
  const done: number[][] = []
  const add = gathered<number>(async (items) => void done.push([...items]), { clock, withinMs: 9, most: 2 })
  const all = [1, 2, 3].map(add)
  assert.deepEqual(done, [])
  strike()
  await Promise.all(all)
  assert.deepEqual(done, [[1, 2], [3]])
  const late = add(4)
  strike()
  await late
  assert.deepEqual(done.at(-1), [4])
})

test('gathered rejects the items of a batch that fails, and handles the next batch', async () => {
  const { clock, strike } = handMoved()
  const add = gathered<number>(
    async (items) => {
      if (items.includes(1)) throw new Error('no')
    },
    { clock, withinMs: 9, most: 1 },
  )
  const all = Promise.allSettled([1, 2].map(add))
  strike()
  assert.deepEqual(
    (await all).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
})
