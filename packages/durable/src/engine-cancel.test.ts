import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachEngineTrial, gated, type Input } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { waitForSignal } from './park.ts'
import { type StepControl, step } from './step.ts'

const trial = eachEngineTrial()

describe('cancel', () => {
  it('rolls a sleeping flow back at once', async () => {
    const { notes, started, insert, noting } = trial()
    const kind = flow<Input>('asleep')
      .step(noting('a'))
      .step(noting('b', async () => waitForSignal({ timeoutMs: 5_000 })))
      .onFailed(async (_ctx, _input, error) => void notes.push(error.message))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.equal(await engine.cancel({ name: 'asleep', subject: 'x' }, 'the user deleted it'), true)
    await engine.idle()
    assert.deepEqual(notes, ['a', 'b', 'undo b', 'undo a', 'Cancelled: the user deleted it'])
    assert.equal(await engine.cancel(id, 'again'), false)
  })

  it('aborts the running step, and rolls the flow back after it', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('running').step(noting('a', run)).step(noting('b'))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    const { aborted } = await entered
    assert.equal(aborted.aborted, false)
    assert.equal(await engine.cancel(id, 'first'), true)
    assert.equal(await engine.cancel(id, 'second'), true)
    assert.equal(aborted.aborted, true)
    gate.resolve({})
    await engine.idle()
    assert.deepEqual(notes, ['a', 'undo b', 'undo a'])
    const { error } = await recorded(id)
    assert.deepEqual([error?.code, error?.details], ['FlowCancelled', { reason: 'first' }])
  })

  it('rolls a flow back even while its onDone runs', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('concluding')
      .step(noting('a'))
      .onDone(() => run({} as StepControl))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await entered
    assert.equal(await engine.cancel(id, 'deleted'), true)
    gate.resolve({})
    await engine.idle()
    assert.deepEqual(notes, ['a', 'undo a'])
    assert.equal((await recorded(id)).state, 'failed')
  })

  it('on another engine aborts the running step when its lease is next renewed', async () => {
    const { clock, started, insert, recorded, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('afar').step(noting('a', run))
    const engine = await started({ flows: [kind.with({})], leaseMs: 3_000 })
    const other = await started({ flows: [], owner: 'other' })
    const id = await insert(kind)
    engine.wake(id)
    const { aborted } = await entered
    assert.equal(await other.cancel(id, 'deleted'), true)
    const told = new Promise((resolve) => aborted.addEventListener('abort', resolve))
    clock.advance(1_000)
    await told
    gate.reject(new Error('broken off'))
    await engine.idle()
    assert.equal((await recorded(id)).error?.code, 'FlowCancelled')
  })

  it('also undoes what a process did before it died without saving it', async () => {
    const { db, clock, notes, started, insert, noting } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('unrecorded')
      .step(noting('a'))
      .step(step<Input>()({ ...noting('b'), run: async () => {}, cheapToRepeat: 'it does nothing' }))
      .step(noting('c', run))
      .step(noting('d'))
    const dies = await started({ flows: [kind.with({})], owner: 'one' })
    const id = await insert(kind)
    dies.wake(id)
    await entered
    await dies.cancel(id, 'deleted')
    const lapsed = { lease_owner: 'one/1', lease_expires_at: new Date(clock.now() - 1).toISOString() }
    await db.updateTable('flows').set(lapsed).execute()
    const next = await started({ flows: [kind.with({})], owner: 'two' })
    await next.idle()
    gate.resolve({})
    await dies.idle()
    assert.deepEqual(notes, ['a', 'c', 'undo c', 'undo b', 'undo a'])
  })
})
