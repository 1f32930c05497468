import { afterEach, beforeEach } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import type { FlowId } from '@nimbo/kernel/ids'
import { silentLog } from '@nimbo/kernel/log'
import type { Kysely } from 'kysely'
import { type DurableEngine, type DurableEngineOptions, durableEngine } from './durable-engine.ts'
import type { BoundFlow, FlowKind } from './flow.ts'
import { flowDatabase } from './flow-database.testing.ts'
import { type FlowRecord, recordOf } from './flow-record.ts'
import type { FlowRow, FlowTables } from './flow-tables.ts'
import { insertFlow } from './insert-flow.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { type Step, type StepControl, step } from './step.ts'

export interface Input {
  thing: string
}

export const trialErrors = defineErrors({
  Broken: fault<{ part: string }>('conflict', ({ part }) => `${part} is broken`),
})

type Options = Partial<DurableEngineOptions<FlowTables>> & { flows: readonly BoundFlow[] }

/** What engine tests use, created for each test. */
export interface EngineTrial {
  readonly db: Kysely<FlowTables>
  readonly clock: ManualClock
  readonly notes: string[]
  /** A started engine, stopped at the end of the test. */
  readonly started: (options: Options) => Promise<DurableEngine>
  readonly insert: (kind: FlowKind<Input>, subject?: string) => Promise<FlowId>
  readonly rowOf: (id: FlowId) => Promise<FlowRow>
  readonly recorded: (id: FlowId) => Promise<FlowRecord>
  /** A step that records its calls. */
  readonly noting: (
    name: string,
    run?: (control: StepControl) => Promise<object | undefined>,
  ) => Step<Input, object | undefined, object>
}

const newTrial = async (): Promise<EngineTrial & AsyncDisposable> => {
  const { db, close } = await flowDatabase()
  const clock = manualClock()
  const notes: string[] = []
  const engines: DurableEngine[] = []
  const rowOf = (id: FlowId) =>
    db.selectFrom('flows').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    db,
    clock,
    notes,
    rowOf,
    recorded: async (id) => recordOf(await rowOf(id)),
    insert: (kind, subject = 'x') => {
      const ctx = { ...internalContext(), token: 'secret' }
      return insertFlow(db, kind, { subject, input: { thing: 't' }, ctx, clock })
    },
    started: async (options) => {
      const engine = durableEngine({ db, clock, owner: 'test', log: silentLog, pollMs: 1e9, ...options })
      engines.push(engine)
      await engine.start()
      return engine
    },
    noting: (name, run = async () => ({})) =>
      step<Input>()({
        name,
        run: async (_ctx, _state, _deps, control) => {
          notes.push(name)
          return run(control)
        },
        undo: async () => void notes.push(`undo ${name}`),
      }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(engines.map((engine) => engine.stop()))
      await close()
    },
  }
}

/** Registers test hooks; the returned function gives the current test's trial. */
export const eachEngineTrial = (): (() => EngineTrial) => {
  let trial: (EngineTrial & AsyncDisposable) | undefined
  beforeEach(async () => {
    trial = await newTrial()
  })
  afterEach(() => trial?.[Symbol.asyncDispose]())
  return () => {
    if (trial === undefined) throw new Error('no test runs')
    return trial
  }
}

export const failingWith = (error: unknown) => async (): Promise<never> => {
  throw error
}

/** Work that blocks until it is released. */
export const gated = () => {
  const entered = Promise.withResolvers<StepControl>()
  const gate = Promise.withResolvers<object>()
  const run = (control: StepControl) => {
    entered.resolve(control)
    return gate.promise
  }
  return { run, entered: entered.promise, let: gate }
}
