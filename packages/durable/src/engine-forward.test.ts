import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { eachEngineTrial, failingWith, type Input } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { insertFlow } from './insert-flow.ts'
import { step } from './step.ts'

const trial = eachEngineTrial()

describe('an engine', () => {
  it('hands each step the input and the outputs of earlier steps, and ends the flow as done', async () => {
    const { notes, started, insert, recorded } = trial()
    const first = step<Input>()({
      name: 'first',
      run: async (_ctx, { thing }) => ({ made: `${thing}1` }),
      nothingToUndo: 'a test',
    })
    const second = step<Input & { made: string }>()({
      name: 'second',
      run: async (_ctx, { thing, made }) => ({ more: `${thing}+${made}` }),
      nothingToUndo: 'a test',
    })
    const kind = flow<Input>('sums')
      .step(first)
      .step(second)
      .onDone(async (_ctx, { more }) => void notes.push(more))
    const engine = await started({ flows: [kind.with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    const record = await recorded(id)
    assert.equal(record.state, 'done')
    assert.deepEqual(record.outputs, { first: { made: 't1' }, second: { more: 't+t1' } })
    assert.deepEqual(notes, ['t+t1'])
    assert.equal(await engine.active(), 0)
  })

  it('has flows stored without the token of their context', async () => {
    const { insert, rowOf, noting } = trial()
    const kind = flow<Input>('secretive').step(noting('a'))
    const row = await rowOf(await insert(kind))
    assert.ok(!JSON.stringify(row).includes('secret"'))
    assert.ok(JSON.parse(row.context).requestId.startsWith('req-'))
  })

  it('runs flows that were inserted before its start, without being woken', async () => {
    const { started, insert, recorded, noting } = trial()
    const kind = flow<Input>('early').step(noting('a'))
    const id = await insert(kind)
    const engine = await started({ flows: [kind.with({})] })
    await engine.idle()
    assert.equal((await recorded(id)).state, 'done')
  })

  it('finds by polling a flow that it was not woken for', async () => {
    const { clock, started, insert, recorded, noting } = trial()
    const kind = flow<Input>('untold').step(noting('a'))
    const engine = await started({ flows: [kind.with({})], pollMs: 5_000 })
    await engine.idle()
    const id = await insert(kind)
    clock.advance(5_000)
    await engine.idle()
    assert.equal((await recorded(id)).state, 'done')
  })

  it('leaves flows alone whose name it does not know', async () => {
    const { started, insert, recorded, noting } = trial()
    const kind = flow<Input>('foreign').step(noting('a'))
    const engine = await started({ flows: [flow<Input>('own').with({})] })
    const id = await insert(kind)
    engine.wake(id)
    await engine.idle()
    assert.equal((await recorded(id)).state, 'running')
    assert.equal(await engine.active(), 0)
  })

  it('runs no more flows at once than its concurrency, and all of them in the end', async () => {
    const { notes, started, insert, noting } = trial()
    let atOnce = 0
    let most = 0
    const full = Promise.withResolvers<void>()
    const kind = flow<Input>('many').step(
      noting('a', async () => {
        most = Math.max(most, ++atOnce)
        if (atOnce === 3) full.resolve()
        await full.promise
        await new Promise((resolve) => setImmediate(resolve))
        atOnce--
        return {}
      }),
    )
    for (let i = 0; i < 20; i++) await insert(kind, `x${i}`)
    const engine = await started({ flows: [kind.with({})], concurrency: 3 })
    await engine.idle()
    assert.equal(await engine.active(), 0)
    assert.equal(most, 3)
    assert.equal(notes.length, 20)
  })

  it('runs each step once even if several engines share the flows', async () => {
    const { notes, started, insert, noting } = trial()
    const kind = flow<Input>('shared').step(noting('a')).step(noting('b'))
    const sharing = []
    for (const owner of ['one', 'two', 'three'])
      sharing.push(await started({ flows: [kind.with({})], owner, concurrency: 2 }))
    const ids = []
    for (let i = 0; i < 20; i++) ids.push(await insert(kind, `x${i}`))
    for (const id of ids) for (const engine of sharing) engine.wake(id)
    await Promise.all(sharing.map((engine) => engine.idle()))
    assert.equal(notes.length, 40)
    assert.equal(await sharing[0]?.active(), 0)
  })

  it('passes each run with its context to the observer, and runs it with the context the observer gives', async () => {
    const { notes, started, insert, noting } = trial()
    const seen: string[] = []
    const kind = flow<Input>('seen')
      .step(
        step<Input>()({
          name: 'a',
          run: async (ctx) => void notes.push(ctx.requestId),
          undo: async () => {},
        }),
      )
      .step(noting('b', failingWith(new Error('x'))))
      .onFailed(async () => {})
    const engine = await started({
      flows: [kind.with({})],
      observer: {
        step: (ctx, flowName, stepName, run, { phase, subject }) => {
          assert.ok(ctx.requestId.startsWith('req-'))
          seen.push(`${flowName} ${subject} ${stepName} ${phase}`)
          return run({ ...ctx, requestId: 'observed' })
        },
      },
    })
    await insert(kind)
    await engine.idle()
    assert.deepEqual(seen, [
      'seen x a run',
      'seen x b run',
      'seen x b undo',
      'seen x a undo',
      'seen x onFailed onFailed',
    ])
    assert.equal(notes[0], 'observed')
  })
})

describe('insertFlow', () => {
  const kind = flow<Input>('only')

  it('leaves nothing when its transaction is rolled back', async () => {
    const { db, clock, started } = trial()
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await insertFlow(trx, kind, { subject: 'x', input: { thing: 't' }, ctx: internalContext(), clock })
        throw new Error('changed my mind')
      }),
    )
    const engine = await started({ flows: [kind.with({})] })
    assert.equal(await engine.active(), 0)
  })

  it('refuses a second active flow of the same name on a subject, until the first has ended', async () => {
    const { started, insert } = trial()
    await insert(kind)
    await assert.rejects(insert(kind), (error) => isFault(error, 'FlowActive'))
    await insert(kind, 'y')
    await insert(flow<Input>('other'))
    const engine = await started({ flows: [kind.with({})] })
    await engine.idle()
    await insert(kind)
  })

  it('checks the type of the input against the flow', () => {
    const { db, clock } = trial()
    // @ts-expect-error the input has no `thing`
    void (() => insertFlow(db, kind, { subject: 'x', input: {}, ctx: internalContext(), clock }))
  })
})
