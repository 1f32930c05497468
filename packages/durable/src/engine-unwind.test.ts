import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { eachEngineTrial, failingWith, gated, type Input, trialErrors } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { attemptsToConclude } from './progress.ts'
import { type StepControl, step } from './step.ts'

const trial = eachEngineTrial()

describe('rolling back', () => {
  it('undoes the failed step and all before it, then calls onFailed with the error', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('fails')
      .step(noting('a'))
      .step(noting('b'))
      .step(noting('c', failingWith(trialErrors.Broken({ part: 'c' }))))
      .step(noting('d'))
      .onFailed(async (_ctx, { thing }, error) => {
        notes.push(`${thing}: ${error.code} ${error.kind} ${error.message} ${JSON.stringify(error.details)}`)
      })
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.deepEqual(notes, [
      'a',
      'b',
      'c',
      'undo c',
      'undo b',
      'undo a',
      't: Broken conflict c is broken {"part":"c"}',
    ])
    const { state, outputs } = await recorded(id)
    assert.deepEqual([state, outputs], ['failed', {}])
  })

  it('records an error that is no fault as InternalError', async () => {
    const { started, insert, recorded, noting } = trial()
    const kind = flow<Input>('bug').step(noting('a', failingWith(new TypeError('oops'))))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    const { error } = await recorded(id)
    assert.deepEqual([error?.code, error?.kind, error?.message], ['InternalError', 'internal', 'oops'])
  })

  it('repeats an undo that throws, with growing pauses', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    let left = 3
    const kind = flow<Input>('stubborn')
      .step(noting('a'))
      .step(
        step<Input>()({
          name: 'b',
          run: failingWith(new Error('x')),
          undo: async () => {
            notes.push('undo b')
            if (left-- > 0) throw new Error('not yet')
          },
        }),
      )
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.equal((await recorded(id)).state, 'unwinding')
    for (const ms of [1_000, 2_000, 4_000]) {
      assert.ok(!notes.includes('undo a'))
      clock.advance(ms)
      await engine.idle()
    }
    assert.deepEqual(notes, ['a', 'undo b', 'undo b', 'undo b', 'undo b', 'undo a'])
    assert.equal((await recorded(id)).state, 'failed')
  })

  it('gives up an undo that never succeeds, logs it, and goes on with the next', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('hopeless')
      .step(noting('a'))
      .step(
        step<Input>()({
          name: 'b',
          run: failingWith(new Error('x')),
          undo: failingWith(new Error('never')),
        }),
      )
    const errorsLogged: string[] = []
    const log = { ...silentLog, error: (_fields: object, message: string) => errorsLogged.push(message) }
    const engine = await started({ flows: [kind.with({})], log })
    const id = await insert(kind)
    await engine.idle()
    for (let i = 0; i < attemptsToConclude; i++) {
      clock.advance(60_000)
      await engine.idle()
    }
    assert.deepEqual(notes, ['a', 'undo a'])
    assert.equal((await recorded(id)).state, 'failed')
    assert.equal(errorsLogged.length, attemptsToConclude)
  })

  it('repeats onDone and onFailed when they throw', async () => {
    const { clock, notes, started, insert, recorded, noting } = trial()
    for (const fails of [false, true]) {
      let left = 1
      const conclude = async () => {
        if (left-- > 0) throw new Error('the database is away')
        notes.push('concluded')
      }
      const kind = flow<Input>(`concludes-${fails}`)
        .step(noting('a', fails ? failingWith(new Error('x')) : undefined))
        .onDone(conclude)
        .onFailed(conclude)
      const engine = await started({ flows: [kind.with({})], owner: `${fails}` })
      const id = await insert(kind)
      await engine.idle()
      clock.advance(1_000)
      await engine.idle()
      assert.equal((await recorded(id)).state, fails ? 'failed' : 'done')
      assert.equal(notes.pop(), 'concluded')
    }
  })
})

describe('a choice point', () => {
  const hosts = ['a', 'b', 'c']
  const choose = step<Input & { rejected?: readonly string[] }>()({
    name: 'choose',
    run: async (_ctx, { rejected = [] }) => {
      const host = hosts[rejected.length]
      if (host === undefined) throw trialErrors.Broken({ part: 'every host' })
      trial().notes.push(`choose ${host}`)
      return { host, tried: rejected }
    },
    undo: async (_ctx, { host }) => void trial().notes.push(`undo choose ${host}`),
    again: (_error, { host, tried = [] }) =>
      host === undefined ? undefined : { rejected: [...tried, host] },
  })
  const buildOn = (works: (host: string) => boolean) =>
    step<Input & { host: string }>()({
      name: 'build',
      run: async (_ctx, { host }) => {
        if (!works(host)) throw trialErrors.Broken({ part: host })
        trial().notes.push(`built on ${host}`)
      },
      undo: async (_ctx, { host }) => void trial().notes.push(`undo build ${host}`),
    })

  it('chooses differently after a later step failed, and the flow goes on from there', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('choosy')
      .step(noting('first'))
      .step(choose)
      .step(buildOn((host) => host === 'c'))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.deepEqual(notes, [
      'first',
      'choose a',
      'undo build a',
      'undo choose a',
      'choose b',
      'undo build b',
      'undo choose b',
      'choose c',
      'built on c',
    ])
    const { state, error } = await recorded(id)
    assert.deepEqual([state, error], ['done', null])
  })

  it('lets the flow roll back to its start when nothing is left to choose', async () => {
    const { notes, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('hopeless')
      .step(noting('first'))
      .step(choose)
      .step(buildOn(() => false))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.equal(notes.at(-1), 'undo first')
    const { state, error, choices } = await recorded(id)
    assert.deepEqual([state, error?.details, choices], ['failed', { part: 'every host' }, {}])
  })

  it('whose `again` throws fails the flow', async () => {
    const { started, insert, recorded } = trial()
    const broken = { ...choose, again: () => failNow() }
    const failNow = (): never => {
      throw new Error('a bug')
    }
    const kind = flow<Input>('buggy')
      .step(broken)
      .step(buildOn(() => false))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    await engine.idle()
    assert.equal((await recorded(id)).state, 'failed')
  })

  it('is not asked for another choice when the flow is cancelled while it rolls back', async () => {
    const { notes, started, insert, recorded } = trial()
    const { run, entered, let: gate } = gated()
    const kind = flow<Input>('cancelled')
      .step(choose)
      .step(
        step<Input & { host: string }>()({
          name: 'build',
          run: failingWith(trialErrors.Broken({ part: 'host' })),
          undo: async () => {
            await run({} as StepControl)
          },
        }),
      )
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await entered
    assert.equal(await engine.cancel(id, 'deleted'), true)
    gate.resolve({})
    await engine.idle()
    assert.deepEqual(notes, ['choose a', 'undo choose a'])
    assert.equal((await recorded(id)).state, 'failed')
  })
})
