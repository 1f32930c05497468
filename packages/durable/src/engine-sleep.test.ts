import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachEngineTrial, gated, type Input } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { retryIn, waitForSignal } from './park.ts'

const trial = eachEngineTrial()

describe('sleeping', () => {
  it('ends when the time of retryIn has passed: the step runs again, with a count of its attempts', async () => {
    const { clock, started, insert, recorded, noting } = trial()
    const attempts: number[] = []
    const kind = flow<Input>('retries').step(
      noting('a', async ({ attempt }) => {
        attempts.push(attempt)
        return attempt < 2 ? retryIn(1_000) : {}
      }),
    )
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    assert.deepEqual(attempts, [0])
    assert.equal((await recorded(id)).state, 'parked')
    assert.equal(await engine.active(), 1)
    clock.advance(999)
    await engine.idle()
    assert.deepEqual(attempts, [0])
    clock.advance(1)
    await engine.idle()
    clock.advance(1_000)
    await engine.idle()
    assert.deepEqual(attempts, [0, 1, 2])
    assert.equal((await recorded(id)).state, 'done')
  })

  const waiting = (onTimeout: 'fail' | 'run' = 'fail') =>
    flow<Input>('waits').step(
      trial().noting('a', async ({ signal, timedOut }) => {
        if (timedOut) return { timedOut }
        return signal === undefined ? waitForSignal({ timeoutMs: 5_000, onTimeout }) : { signal }
      }),
    )

  it('ends with a signal to the flow, by its id or by its name and subject', async () => {
    const { started, insert, recorded } = trial()
    const kind = waiting()
    const engine = await started({ flows: [kind.with({})] })
    for (const by of ['id', 'subject']) {
      const id = await insert(kind, by)
      engine.wake(id)
      await engine.idle()
      assert.equal((await recorded(id)).state, 'parked')
      const ref = by === 'id' ? id : { name: 'waits', subject: by }
      assert.equal(await engine.signal(ref, { built: [by] }), true)
      await engine.idle()
      assert.deepEqual((await recorded(id)).outputs, { a: { signal: { built: [by] } } })
      assert.equal(await engine.signal(ref, 'late'), false)
    }
  })

  it('does not lose a signal that comes before the step sleeps', async () => {
    const { started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('hasty').step(
      noting('a', async (control) => (control.signal === undefined ? run(control) : { got: control.signal })),
    )
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await entered
    await engine.signal(id, 1)
    gate.resolve(waitForSignal({ timeoutMs: 5_000 }))
    await engine.idle()
    assert.deepEqual((await recorded(id)).outputs, { a: { got: 1 } })
  })

  it('ends with each of several signals: the step gets them one by one, in order', async () => {
    const { started, insert, recorded, noting } = trial()
    const got: unknown[] = []
    const kind = flow<Input>('counts').step(
      noting('a', async ({ signal }) => {
        if (signal !== undefined) got.push(signal)
        return got.length < 5 ? waitForSignal({ timeoutMs: 5_000 }) : {}
      }),
    )
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    for (const signal of [1, 2, 3]) await engine.signal(id, signal)
    await engine.idle()
    assert.deepEqual(got, [1, 2, 3])
    await Promise.all([4, 5].map((signal) => engine.signal(id, signal)))
    await engine.idle()
    assert.deepEqual(got.slice(3).sort(), [4, 5])
    assert.equal((await recorded(id)).state, 'done')
  })

  it('ends with a signal given to another engine, which does not know the flow', async () => {
    const { started, insert, recorded } = trial()
    const kind = waiting()
    const engine = await started({ flows: [kind.with({})], pollMs: 5_000 })
    const other = await started({ flows: [flow<Input>('own').with({})], owner: 'other' })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    assert.equal(await other.signal(id, 'from afar'), true)
    await engine.idle()
    assert.deepEqual((await recorded(id)).outputs, { a: { signal: 'from afar' } })
  })

  it('fails with SignalTimeout when no signal comes in time', async () => {
    const { clock, notes, started, insert, recorded } = trial()
    const kind = waiting()
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    clock.advance(5_000)
    await engine.idle()
    const { state, error } = await recorded(id)
    assert.deepEqual([state, error?.code], ['failed', 'SignalTimeout'])
    assert.deepEqual(notes, ['a', 'undo a'])
  })

  it('ends with timedOut when no signal comes in time, if the step asked to run again then', async () => {
    const { clock, started, insert, recorded } = trial()
    const kind = waiting('run')
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    clock.advance(5_000)
    await engine.idle()
    assert.deepEqual((await recorded(id)).outputs, { a: { timedOut: true } })
  })

  it('ends at the deadline of the flow, which is rolled back', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('overdue', { deadlineMs: 1_000 })
      .step(noting('a'))
      .step(noting('b', async () => waitForSignal({ timeoutMs: 5_000 })))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    clock.advance(1_000)
    await engine.idle()
    const { state, error } = await recorded(id)
    assert.deepEqual([state, error?.code], ['failed', 'FlowDeadlineExceeded'])
    assert.deepEqual(notes, ['a', 'b', 'undo b', 'undo a'])
  })
})
