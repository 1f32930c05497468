import assert from 'node:assert/strict'
import type { Clock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import { silentLog } from '@nimbo/kernel/log'
import type { Kysely } from 'kysely'
import { type DurableEngine, durableEngine } from './durable-engine.ts'
import type { BoundFlow, ErasedStep, FlowKind } from './flow.ts'
import { signalFlow } from './flow-inbox.ts'
import type { FlowState, FlowTables } from './flow-tables.ts'
import { insertFlow } from './insert-flow.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'

/** What a world may use to answer the flow. */
export interface WorldTools {
  readonly clock: ManualClock
  /** Signals the flow under trial, wherever it runs. */
  readonly signal: (payload: Json) => Promise<void>
}

/** A fresh surrounding for one run of the flow, and the judges of what it leaves behind. They throw when it is wrong. */
export interface World<Deps> {
  readonly db: Kysely<FlowTables>
  readonly deps: Deps
  /** Everything that the flow makes is there, once. */
  readonly assertWhole: () => unknown
  /** Nothing that the flow made is there. */
  readonly assertClean: () => unknown
  readonly close: () => Promise<unknown>
}

/** A flow with all that is needed to run it again and again. */
export interface FlowTrial<Input extends object, Deps extends object> {
  readonly flow: FlowKind<Input> & {
    readonly steps: readonly ErasedStep[]
    readonly with: (deps: Deps) => BoundFlow
  }
  readonly input: Input
  readonly subject?: string
  readonly ctx?: Context
  readonly world: (tools: WorldTools) => Promise<World<Deps>>
}

/** One moment of a run at which something can go wrong. */
interface Moment {
  readonly index: number
  readonly step: string
  readonly phase: 'run' | 'undo' | 'onDone' | 'onFailed'
  readonly when: 'before' | 'after'
}

/** Called at each moment; what it throws is thrown by the step, and while it does not resolve the step does not go on. */
type Mischief = (moment: Moment) => Promise<void> | void

const leaseMs = 30_000
const dayMs = 86_400_000
const mostWakings = 10_000

/** Wraps all parts of a flow, so that mischief is asked before and after each. */
const withMischief = (
  flow: BoundFlow,
  { mischief, repeat, onThrow }: { mischief: Mischief; repeat: boolean; onThrow: (error: Error) => void },
): BoundFlow => {
  let index = 0
  const wrapped =
    <Args extends readonly unknown[], Result>(
      step: string,
      phase: Moment['phase'],
      work: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      await mischief({ index: index++, step, phase, when: 'before' })
      const done = (repeat ? work(...args).then(() => work(...args)) : work(...args)).catch((error) => {
        if (phase !== 'run') onThrow(new Error(`${phase} of ${step} threw`, { cause: error }))
        throw error
      })
      const result = await done
      await mischief({ index: index++, step, phase, when: 'after' })
      return result
    }
  const steps = flow.steps.map((step): ErasedStep => {
    const run = wrapped(step.name, 'run', step.run)
    return step.undo ? { ...step, run, undo: wrapped(step.name, 'undo', step.undo) } : { ...step, run }
  })
  return {
    ...flow,
    steps,
    onDone: flow.onDone && wrapped('onDone', 'onDone', flow.onDone),
    onFailed: flow.onFailed && wrapped('onFailed', 'onFailed', flow.onFailed),
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const stateOf = async (db: Kysely<FlowTables>, id: FlowId): Promise<FlowState> => {
  const { state } = await db
    .selectFrom('flows')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return state
}

interface Run {
  readonly mischief?: Mischief
  readonly repeat?: boolean
  /** The engine dies, silently, at the moment of this index. */
  readonly crashAt?: number
}

/** An engine, and whether it is dead: then it neither writes nor keeps its leases any more. */
interface Life {
  readonly engine: DurableEngine
  readonly death: Promise<'dead'>
}

/** Lets an engine do all it can do now; who answers from outside gets a turn. */
const settle = async (engine: DurableEngine): Promise<'settled'> => {
  await engine.idle()
  await turn()
  await engine.idle()
  return 'settled'
}

/** Runs a flow in a fresh world to its end, by as many engines as it takes, and lets the judge see what is left. */
const runOnce = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
  { mischief = () => {}, repeat = false, crashAt }: Run,
  judge: (end: FlowState, world: World<Deps>, moments: readonly Moment[]) => unknown,
): Promise<void> => {
  const { flow, input, subject = 'subject', ctx = internalContext() } = trial
  const clock = manualClock()
  const moments: Moment[] = []
  const dying = Promise.withResolvers<'dead'>()
  let dead = false
  let over = false
  let wake = (_id: FlowId) => {}
  const world = await trial.world({
    clock,
    signal: async (payload) => {
      if (over) return
      await signalFlow(world.db, clock, id, payload)
      wake(id)
    },
  })
  const id = await insertFlow(world.db, flow, { subject, input, ctx, clock })

  const observed: Mischief = async (moment) => {
    moments.push(moment)
    if (moment.index === crashAt) {
      dead = true
      wake = () => {}
      dying.resolve('dead')
      await new Promise(() => {})
    }
    await mischief(moment)
  }
  const thrown: Error[] = []
  const onThrow = (error: Error) => thrown.push(error)
  const bound = withMischief(flow.with(world.deps), { mischief: observed, repeat, onThrow })
  const engineOf = (owner: string, time: Clock) =>
    durableEngine({
      db: world.db,
      clock: time,
      flows: [bound],
      owner,
      log: silentLog,
      leaseMs,
      pollMs: dayMs,
    })
  const mortal: Clock = { ...clock, after: (ms, callback) => clock.after(ms, () => dead || callback()) }

  const begin = async (engine: DurableEngine, death: Promise<'dead'>): Promise<Life> => {
    wake = (id) => engine.wake(id)
    await engine.start()
    return { engine, death }
  }

  let life = await begin(engineOf('first', mortal), dying.promise)
  for (let wakings = 0; wakings < mostWakings; wakings++) {
    const { engine, death } = life
    if ((await Promise.race([settle(engine), death])) === 'dead') {
      clock.advance(leaseMs + 1)
      life = await begin(engineOf('second', clock), new Promise(() => {}))
      continue
    }
    const state = await stateOf(world.db, id)
    if (state === 'done' || state === 'failed') {
      over = true
      await engine.stop()
      await judge(state, world, moments)
      assert.deepEqual(thrown, [])
      return world.close().then(() => {})
    }
    assert.ok(clock.advanceToNext(), `${flow.name} sleeps for ever in state ${state}`)
  }
  assert.fail(`${flow.name} does not come to an end`)
}

const describeMoment = ({ when, phase, step }: Moment): string => `${when} ${phase} of ${step}`

/** The steps' names do not depend on what the steps work with. */
const stepNames = <Input extends object, Deps extends object>({ flow }: FlowTrial<Input, Deps>): string[] =>
  flow.steps.map(({ name }) => name)

/** Adds to what a judge throws what was done to the flow. */
const judged = async (what: string, judge: () => unknown): Promise<void> => {
  try {
    await judge()
  } catch (error) {
    throw new Error(`after ${what}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Every step, and at the end every undo, done twice over is the same as done once. */
export const survivesRepeats = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  await runOnce(trial, { repeat: true }, (end, world) =>
    judged('every step was repeated', async () => {
      assert.equal(end, 'done')
      await world.assertWhole()
    }),
  )
  const last = stepNames(trial).at(-1)
  await runOnce(trial, { repeat: true, mischief: failing(last, 'after') }, (end, world) =>
    judged('every undo was repeated', async () => {
      assert.equal(end, 'failed')
      await world.assertClean()
    }),
  )
}

const failing =
  (step: string | undefined, when: Moment['when']): Mischief =>
  (moment) => {
    if (moment.phase === 'run' && moment.step === step && moment.when === when)
      throw new Error(`made to fail ${when} ${step}`)
  }

/** Failing at any step, before or after its work and however often it is chosen again, leaves nothing behind. */
export const unwindsFromEveryStep = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  for (const name of stepNames(trial))
    for (const when of ['before', 'after'] as const)
      await runOnce(trial, { mischief: failing(name, when) }, (end, world) =>
        judged(`failing ${when} ${name}`, async () => {
          assert.equal(end, 'failed')
          await world.assertClean()
        }),
      )
}

/**
 * The process may die between any two moments of a run, or of an undoing: another takes the flow up when the lease has
 * lapsed, and the end is the same.
 */
export const survivesCrashes = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  const last = stepNames(trial).at(-1)
  const ways = [
    { end: 'done', mischief: () => {} },
    { end: 'failed', mischief: failing(last, 'after') },
  ] satisfies { end: FlowState; mischief: Mischief }[]
  for (const { end, mischief } of ways) {
    let count = 0
    await runOnce(trial, { mischief }, (_end, _world, moments) => {
      count = moments.length
    })
    assert.ok(count > 0, `${trial.flow.name} did nothing`)
    for (let crashAt = 0; crashAt < count; crashAt++)
      await runOnce(trial, { mischief, crashAt }, (reached, world, moments) => {
        const moment = moments[crashAt]
        return judged(`a crash ${moment ? describeMoment(moment) : crashAt}`, async () => {
          assert.equal(reached, end)
          await (end === 'done' ? world.assertWhole() : world.assertClean())
        })
      })
  }
}
