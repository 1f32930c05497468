import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineErrors, type Fault, fault } from '@nimbo/kernel/errors'
import { eachEngineTrial, failingWith, type Input, trialErrors } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { waitForSignal } from './park.ts'
import { attemptsToConclude } from './progress.ts'
import { type StepControl, step } from './step.ts'

const trial = eachEngineTrial()

const outages = defineErrors({ Away: fault('unavailable', 'somebody is away') })
const isAway = (error: Fault): boolean => error.code === 'Away'
const minute = 60_000

describe('an outage', () => {
  /** Fails so many times, then works. */
  const awayFor = (
    times: number,
    run = async (_control: StepControl): Promise<object | undefined> => ({}),
  ) => {
    let left = times
    return async (control: StepControl) => {
      if (left-- > 0) throw outages.Away()
      return run(control)
    }
  }

  it('makes a step with waitsOut retry after growing pauses, and does not roll the flow back', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('patient').step({ ...noting('a', awayFor(12)), waitsOut: isAway })
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.deepEqual([(await recorded(id)).state, notes.length], ['parked', 1])
    clock.advance(250)
    await engine.idle()
    clock.advance(250)
    await engine.idle()
    assert.equal(notes.length, 2)
    for (let i = 0; i < 12; i++) {
      clock.advance(5_000)
      await engine.idle()
    }
    assert.equal((await recorded(id)).state, 'done')
    assert.equal(notes.length, 13)
  })

  it('rolls the flow back if the step has no waitsOut; so does another error of a step that has it', async () => {
    const { started, insert, recorded, noting } = trial()
    const hasty = flow<Input>('hasty').step(noting('a', awayFor(1)))
    const broken = flow<Input>('broken').step({
      ...noting('a', failingWith(trialErrors.Broken({ part: 'a' }))),
      waitsOut: isAway,
    })
    const engine = await started({ flows: [hasty.with({}), broken.with({})] })
    const ids = [await insert(hasty), await insert(broken)]
    await engine.idle()
    for (const id of ids) assert.equal((await recorded(id)).state, 'failed')
  })

  it('is not waited out past the deadline, nor after the flow is cancelled', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('patient', { deadlineMs: 2 * minute }).step({
      ...noting('a', awayFor(Number.POSITIVE_INFINITY)),
      waitsOut: isAway,
    })
    const engine = await started({ flows: [kind.with({})] })
    const late = await insert(kind)
    const cancelled = await insert(kind, 'y')
    await engine.idle()
    await engine.cancel(cancelled, 'deleted')
    await engine.idle()
    assert.equal((await recorded(cancelled)).error?.code, 'FlowCancelled')
    clock.advance(2 * minute)
    await engine.idle()
    assert.equal((await recorded(late)).error?.code, 'FlowDeadlineExceeded')
    assert.equal(notes.filter((note) => note === 'undo a').length, 2)
  })

  it('loses no signal, and a pending signal does not shorten the pauses', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    const answered = awayFor(2, async ({ signal }) => ({ signal }))
    const kind = flow<Input>('signalled').step({
      ...noting('a', async (control) =>
        control.signal === undefined ? waitForSignal({ timeoutMs: minute }) : answered(control),
      ),
      waitsOut: isAway,
    })
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    await engine.signal(id, { answer: 1 })
    await engine.idle()
    assert.deepEqual([(await recorded(id)).state, notes.length], ['parked', 2])
    for (let i = 0; i < 2; i++) {
      clock.advance(5_000)
      await engine.idle()
    }
    const { state, outputs } = await recorded(id)
    assert.deepEqual([state, outputs], ['done', { a: { signal: { answer: 1 } } }])
    assert.equal(notes.length, 4)
  })

  it('makes an undo retry until the deadline, after which it is given up', async () => {
    const { clock, started, insert, recorded } = trial()
    let undone = 0
    const kind = flow<Input>('undoes', { deadlineMs: 60 * minute }).step(
      step<Input>()({
        name: 'a',
        run: failingWith(trialErrors.Broken({ part: 'a' })),
        undo: async () => {
          undone += 1
          throw outages.Away()
        },
      }),
    )
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    for (let i = 0; i < 4 * attemptsToConclude; i++) {
      await engine.idle()
      clock.advance(5_000)
    }
    assert.equal((await recorded(id)).state, 'unwinding')
    assert.ok(undone > attemptsToConclude)
    for (let i = 0; i < 60; i++) {
      clock.advance(minute)
      await engine.idle()
    }
    assert.equal((await recorded(id)).state, 'failed')
  })
})
