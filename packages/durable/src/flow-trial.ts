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

/** Tools for a world that responds to the flow. */
export interface WorldTools {
  readonly clock: ManualClock
  /** Signals the tested flow, wherever it runs. */
  readonly signal: (payload: Json) => Promise<void>
}

/** A fresh environment for one run of the flow, with assertions about its result. */
export interface World<Deps> {
  readonly db: Kysely<FlowTables>
  readonly deps: Deps
  /** Asserts that everything the flow creates exists exactly once. */
  readonly assertWhole: () => unknown
  /** Asserts that nothing the flow creates exists. */
  readonly assertClean: () => unknown
  readonly close: () => Promise<unknown>
}

/** A flow with everything needed to run it repeatedly. */
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

/** A moment of a run at which a fault can be injected. */
export interface Moment {
  readonly index: number
  readonly step: string
  readonly phase: 'run' | 'undo' | 'onDone' | 'onFailed'
  readonly when: 'before' | 'after'
}

/** Called at each moment; what it throws is thrown by the step, and the step waits for its promise. */
export type FaultInjection = (moment: Moment) => Promise<void> | void

const leaseMs = 30_000
const dayMs = 86_400_000
const mostWakings = 10_000

/** Wraps all parts of a flow, so that faults can be injected before and after each. */
const withInjectedFaults = (
  flow: BoundFlow,
  {
    injectFault,
    repeat,
    onThrow,
  }: { injectFault: FaultInjection; repeat: boolean; onThrow: (error: Error) => void },
): BoundFlow => {
  let index = 0
  const wrapped =
    <Args extends readonly unknown[], Result>(
      step: string,
      phase: Moment['phase'],
      work: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      await injectFault({ index: index++, step, phase, when: 'before' })
      const done = (repeat ? work(...args).then(() => work(...args)) : work(...args)).catch((error) => {
        if (phase !== 'run') onThrow(new Error(`${phase} of ${step} threw`, { cause: error }))
        throw error
      })
      const result = await done
      await injectFault({ index: index++, step, phase, when: 'after' })
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

export interface Run {
  readonly injectFault?: FaultInjection
  readonly repeat?: boolean
  /** The engine dies silently at the moment with this index. */
  readonly crashAt?: number
}

/** An engine, and whether it is dead: then it neither writes nor renews leases. */
interface Life {
  readonly engine: DurableEngine
  readonly death: Promise<'dead'>
}

/** Lets an engine do all it can do now, including responses from the world. */
const settle = async (engine: DurableEngine, handleAnswers: () => Promise<void>): Promise<'settled'> => {
  await engine.idle()
  await turn()
  await handleAnswers()
  await engine.idle()
  return 'settled'
}

/** The state of one trial over several engines. */
class TrialRun {
  readonly clock = manualClock()
  readonly moments: Moment[] = []
  /** Errors of undos and conclusions: always wrong, though the engine would retry. */
  readonly thrown: Error[] = []
  over = false
  wake = (_id: FlowId) => {}
  readonly #answers = new Set<Promise<void>>()
  readonly #run: Run
  readonly #dying = Promise.withResolvers<'dead'>()
  #dead = false

  constructor(run: Run) {
    this.#run = run
  }

  /** Registers a pending response of the world. */
  async hear(answer: Promise<void>): Promise<void> {
    this.#answers.add(answer)
    await answer.finally(() => this.#answers.delete(answer))
  }

  /** Resolves when every response has arrived, which must happen before time advances. */
  async heard(): Promise<void> {
    await Promise.allSettled(this.#answers)
  }

  /** A flow whose moments are recorded and may fail. */
  watched(flow: BoundFlow): BoundFlow {
    const { injectFault = () => {}, repeat = false, crashAt } = this.#run
    const note: FaultInjection = async (moment) => {
      this.moments.push(moment)
      if (moment.index === crashAt) await this.#die()
      await injectFault(moment)
    }
    return withInjectedFaults(flow, {
      injectFault: note,
      repeat,
      onThrow: (error) => this.thrown.push(error),
    })
  }

  /** Starts an engine that dies at the crash: its step never returns, and its timers never fire again. */
  firstLife(engineOf: (owner: string, clock: Clock) => DurableEngine): Promise<Life> {
    const after: Clock['after'] = (ms, callback) => this.clock.after(ms, () => this.#dead || callback())
    return this.#begin(engineOf('first', { ...this.clock, after }), this.#dying.promise)
  }

  /** Starts another engine after the first one's lease has expired. */
  secondLife(engineOf: (owner: string, clock: Clock) => DurableEngine): Promise<Life> {
    this.clock.advance(leaseMs + 1)
    return this.#begin(engineOf('second', this.clock), new Promise(() => {}))
  }

  async #begin(engine: DurableEngine, death: Promise<'dead'>): Promise<Life> {
    this.wake = (id) => engine.wake(id)
    await engine.start()
    return { engine, death }
  }

  async #die(): Promise<never> {
    this.#dead = true
    this.wake = () => {}
    this.#dying.resolve('dead')
    return new Promise(() => {})
  }
}

/** Runs a flow in a fresh world to its end, with as many engines as needed, and checks the result. */
export const runTrial = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
  how: Run,
  judge: (end: FlowState, world: World<Deps>, moments: readonly Moment[]) => unknown,
): Promise<void> => {
  const { flow, input, subject = 'subject', ctx = internalContext() } = trial
  const run = new TrialRun(how)
  const { clock } = run
  const answer = async (payload: Json): Promise<void> => {
    if (run.over) return
    await signalFlow(world.db, clock, id, payload)
    run.wake(id)
  }
  const world = await trial.world({ clock, signal: (payload) => run.hear(answer(payload)) })
  const id = await insertFlow(world.db, flow, { subject, input, ctx, clock })
  const flows = [run.watched(flow.with(world.deps))]
  const engineOf = (owner: string, time: Clock) =>
    durableEngine({ db: world.db, clock: time, flows, owner, log: silentLog, leaseMs, pollMs: dayMs })

  try {
    const end = await runToEnd(run, engineOf, () => stateOf(world.db, id))
    await judge(end, world, run.moments)
    assert.deepEqual(run.thrown, [])
  } finally {
    run.over = true
    await run.heard()
    await world.close()
  }
}

const runToEnd = async (
  run: TrialRun,
  engineOf: (owner: string, clock: Clock) => DurableEngine,
  state: () => Promise<FlowState>,
): Promise<FlowState> => {
  let life = await run.firstLife(engineOf)
  for (let wakings = 0; wakings < mostWakings; wakings++) {
    const { engine, death } = life
    if ((await Promise.race([settle(engine, () => run.heard()), death])) === 'dead') {
      life = await run.secondLife(engineOf)
      continue
    }
    const reached = await state()
    if (reached === 'done' || reached === 'failed') {
      run.over = true
      await engine.stop()
      return reached
    }
    assert.ok(run.clock.advanceToNext(), `the flow sleeps for ever in state ${reached}`)
  }
  return assert.fail('the flow does not come to an end')
}
