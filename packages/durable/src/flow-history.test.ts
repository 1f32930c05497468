import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLog } from '@nimbo/kernel/log'
import { eachEngineTrial, failingWith, type Input } from './engine-trial.testing.ts'
import { flow } from './flow.ts'
import { activeFlow, flowsOf, forgetEndedFlows } from './flow-history.ts'
import { forgettingEndedFlows } from './forget-ended-flows.ts'
import { forgettingEngine } from './forgetting-engine.ts'
import { waitForSignal } from './park.ts'

const trial = eachEngineTrial()

describe('the history of flows', () => {
  it('lists the active and the ended flows of a subject, newest first', async () => {
    const { clock, db, insert, noting, started } = trial()
    const boot = flow<Input>('boot').step(noting('a', failingWith(new Error('x'))))
    const remove = flow<Input>('remove').step(noting('b', async () => waitForSignal({ timeoutMs: 5_000 })))
    const engine = await started({ flows: [boot.with({}), remove.with({})] })
    await insert(boot)
    await insert(boot, 'other')
    await engine.idle()
    clock.advance(10)
    const id = await insert(remove)
    await engine.idle()
    const history = await flowsOf(db, 'x', 10)
    assert.deepEqual(
      history.map(({ name, state }) => `${name} ${state}`),
      ['remove parked', 'boot failed'],
    )
    assert.equal((await flowsOf(db, 'x', 1)).length, 1)
    assert.equal((await activeFlow(db, { name: 'remove', subject: 'x' }))?.id, id)
    assert.equal(await activeFlow(db, { name: 'boot', subject: 'x' }), undefined)
  })

  it('drops flows that ended before a given time, oldest first and up to a limit, but no active ones', async () => {
    const { clock, db, insert, noting, started } = trial()
    const quick = flow<Input>('quick').step(noting('a'))
    const asleep = flow<Input>('asleep').step(
      noting('b', async () => waitForSignal({ timeoutMs: 9_000_000 })),
    )
    const engine = await started({ flows: [quick.with({}), asleep.with({})] })
    await insert(asleep)
    for (const subject of ['1', '2', '3']) {
      await insert(quick, subject)
      await engine.idle()
      clock.advance(1_000)
    }
    const before = new Date(clock.now() - 1_000).toISOString()
    assert.equal(await forgetEndedFlows(db, { before, limit: 1 }), 1)
    assert.equal((await flowsOf(db, '1', 1)).length, 0)
    assert.equal(await forgetEndedFlows(db, { before, limit: 10 }), 1)
    assert.equal((await flowsOf(db, '3', 1)).length, 1)
    assert.equal((await flowsOf(db, 'x', 1)).length, 1)
  })

  it('keeps an ended flow for keep_ended seconds, or for ever if that is 0', async () => {
    const { clock, db, insert, noting, started } = trial()
    const quick = flow<Input>('quick').step(noting('a'))
    const engine = await started({ flows: [quick.with({})] })
    await insert(quick)
    await engine.idle()
    const forgetting = (keep_ended: number) =>
      forgettingEndedFlows({
        db,
        clock,
        log: silentLog,
        config: { flows: { keep_ended, forget_interval: 60 } },
      })
    const isKept = async () => (await flowsOf(db, 'x', 1)).length === 1
    const [week, always] = [forgetting(604_800), forgetting(0)]
    for (const each of [week, always]) {
      each.start()
      await each.idle()
    }
    assert.ok(await isKept())
    await week.stop()
    clock.advance(604_801_000)
    await always.idle()
    assert.ok(await isKept())
    await always.stop()
    const late = forgetting(604_800)
    late.start()
    await late.idle()
    assert.ok(!(await isKept()))
    await late.stop()
  })

  it('is also cleaned up by forgettingEngine while it runs flows', async () => {
    const { clock, db, insert, noting, started } = trial()
    const quick = flow<Input>('quick').step(noting('a'))
    const engine = forgettingEngine(await started({ flows: [quick.with({})] }), {
      ...{ db, clock, log: silentLog },
      config: { flows: { keep_ended: 100, forget_interval: 60 } },
    })
    await insert(quick)
    await engine.idle()
    await engine.start()
    await engine.idle()
    assert.equal((await flowsOf(db, 'x', 1)).length, 1)
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(60_000)
      await engine.idle()
    }
    assert.equal((await flowsOf(db, 'x', 1)).length, 0)
    await engine.stop()
  })
})
