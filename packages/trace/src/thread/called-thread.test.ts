import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { DeadlineExceeded } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import type { Answering } from './answering-thread.testing.ts'
import { calledThread } from './called-thread.ts'

const setUp = (t: TestContext, data: unknown = 'ours') => {
  const clock = manualClock()
  const errors: string[] = []
  const thread = calledThread<Answering>({
    ...{
      name: 'tests',
      module: new URL('./answering-thread.testing.ts', import.meta.url),
      data,
      heapMib: 24,
    },
    ...{ clock, log: { ...silentLog, error: (_, message) => void errors.push(message) } },
  })
  t.after(() => thread.close())
  return { clock, errors, thread }
}

test('calls are answered by an object in one other thread, which lives on between them', async (t) => {
  const { thread } = setUp(t)
  const [first, second] = await Promise.all([thread.call('thread'), thread.call('thread')])
  assert.equal(first, second)
  assert.notEqual(first, 0)
  assert.deepEqual(await thread.call('echo', [{ a: undefined, b: 1.5 }]), [{ a: undefined, b: 1.5 }])
  assert.equal(await thread.call('data'), 'ours')
})

test('an error thrown in the thread rejects the call: a fault with its code, others with their message', async (t) => {
  const { thread } = setUp(t)
  await assert.rejects(
    thread.call('refuse'),
    (error) => isFault(error, 'Refused') && error.kind === 'conflict',
  )
  await assert.rejects(thread.call('fail'), TypeError('broken'))
})

test('a call whose argument cannot be cloned fails, and later ones succeed', async (t) => {
  const { thread } = setUp(t)
  await assert.rejects(
    thread.call('echo', () => {}),
    { name: 'DataCloneError' },
  )
  assert.equal(await thread.call('echo', 1), 1)
})

test('an unanswered call fails after ten seconds, and other calls succeed', async (t) => {
  const { thread, clock } = setUp(t)
  const unanswered = assert.rejects(thread.call('never'), DeadlineExceeded)
  assert.equal(await thread.call('echo', 1), 1)
  clock.advance(10_000)
  await unanswered
  assert.equal(await thread.call('echo', 2), 2)
})

test('when the thread dies all its calls fail, and the next call starts another a second later', async (t) => {
  const { thread, clock, errors } = setUp(t)
  const before = await thread.call('thread')
  const unanswered = thread.call('never')
  await Promise.all([
    assert.rejects(unanswered, /the thread for tests ended with code 3/),
    assert.rejects(thread.call('die'), /the thread for tests ended with code 3/),
  ])
  assert.deepEqual(errors, ['the thread for tests died'])
  const after = thread.call('thread')
  const asked = clock.now()
  assert.ok(clock.advanceToNext())
  assert.equal(clock.now() - asked, 1_000)
  assert.notEqual(await after, before)
})

test('a heap that outgrows its limit ends the thread, not the process', async (t) => {
  const { thread, clock, errors } = setUp(t)
  await assert.rejects(thread.call('outgrow'), /ended with code/)
  assert.equal(errors.length, 1)
  clock.advance(1_000)
  assert.equal(await thread.call('echo', 1), 1)
})

test('a thread whose module cannot be loaded fails the call', async () => {
  const errors: unknown[] = []
  const thread = calledThread<Answering>({
    ...{ name: 'tests', module: new URL('./missing.ts', import.meta.url), data: undefined, heapMib: 24 },
    ...{ clock: manualClock(), log: { ...silentLog, error: (fields) => void errors.push(fields) } },
  })
  await assert.rejects(thread.call('echo', 1), /ended with code 1/)
  const [told] = errors as { error: { cause: Error } }[]
  assert.match(told?.error.cause.message ?? '', /missing\.ts/)
  await thread.close()
})

test('a thread that cannot be started at all fails the call, and is tried again', async (t) => {
  const { clock, errors, thread } = setUp(t, () => {})
  await assert.rejects(thread.call('echo', 1), { name: 'DataCloneError' })
  assert.deepEqual(errors, ['the thread for tests died'])
  const again = assert.rejects(thread.call('echo', 1), { name: 'DataCloneError' })
  clock.advance(1_000)
  await again
  assert.equal(errors.length, 2)
})

test('close closes the object of a thread that was started, and later calls fail', async (t) => {
  const closed = new SharedArrayBuffer(4)
  const isClosed = () => Atomics.load(new Int32Array(closed), 0)
  const { thread: unused } = setUp(t, { closed })
  await unused.close()
  assert.equal(isClosed(), 0)
  const { thread } = setUp(t, { closed })
  await thread.call('echo', 1)
  await thread.close()
  assert.equal(isClosed(), 1)
  await assert.rejects(thread.call('echo', 2), /is closed/)
})
