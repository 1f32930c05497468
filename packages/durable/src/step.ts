import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import type { FlowLease } from './flow-leases.ts'
import type { Park } from './park.ts'

/** What a step can learn and request about its run. */
export interface StepControl {
  readonly flowId: FlowId
  /** The lease of this run; see `holdsFlow`, for work that a process without the lease must not do. */
  readonly lease: FlowLease
  /** How often this step slept before this run. */
  readonly attempt: number
  /** The payload of the signal that woke the step, if any. */
  readonly signal: Json | undefined
  /** Whether `waitForSignal({ onTimeout: 'run' })` timed out. */
  readonly timedOut: boolean
  /** Fires when the flow is cancelled, the engine stops or the lease is lost. */
  readonly aborted: AbortSignal
}

/** The input of an undo: the results of earlier steps, and the step's own if it completed. */
export type Undone<Needs, Output> = Needs & Partial<Output>

/**
 * A step without its undo. Members are properties, not methods, so that their inputs are compared strictly. Running or undoing a
 * step twice must have the same effect as once: a crash between the work and its saving repeats it. An undo is also called for a
 * step that failed half-way or never started, so it must tolerate that.
 */
interface StepBody<Needs, Output, Deps> {
  readonly name: string
  /**
   * Why repeating this step is as cheap as saving it: then it is saved together with the next step, and a crash in between
   * repeats both. If the flow rolls back instead, the next step is undone without this one's result, so it has none.
   */
  readonly cheapToRepeat?: Output extends object ? never : string
  /** Does the work; resolves to the result, a JSON object, or to a {@link Park}. An error rolls the flow back. */
  readonly run: (ctx: Context, state: Needs, deps: Deps, control: StepControl) => Promise<Output | Park>
  /**
   * Whether an error of `run` only means that something is temporarily unavailable: then the step is retried after a pause until
   * the flow's deadline, instead of rolling back.
   */
  readonly waitsOut?: (error: Fault) => boolean
  /**
   * Makes this step a choice point: called while the flow rolls back because of `error`, it returns what to run this step again
   * with after its undo. The result is merged into the step's input; `undefined` continues the rollback. It must be pure and must
   * run out of choices eventually. Not called for a cancelled or overdue flow.
   */
  readonly again?: (error: Fault, state: Undone<Needs, Output>) => Partial<Needs> | undefined
}

interface Undoable<Needs, Output, Deps> {
  /** Undoes the work; an error causes a retry after a pause. */
  readonly undo: (ctx: Context, state: Undone<Needs, Output>, deps: Deps) => Promise<unknown>
  readonly nothingToUndo?: never
}

interface NothingToUndo {
  readonly undo?: never
  /** Why there is nothing to undo. */
  readonly nothingToUndo: string
}

export type Step<Needs, Output, Deps> = StepBody<Needs, Output, Deps> &
  (Undoable<Needs, Output, Deps> | NothingToUndo)

/** The result of a step: an object to merge into the flow's state, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing resolves to void
export type StepOutput = object | undefined | void

/**
 * ```ts
 * const claimHost = step<BootRequest, { placement: PlacementClient }>()({
 *   name: 'claim-host',
 *   run: async (ctx, { serverId, resources }, { placement }) => ({ host: await placement.claim(ctx, serverId, resources) }),
 *   undo: (ctx, { serverId }, { placement }) => placement.deleteAllocations(ctx, serverId),
 * })
 * ```
 */
export const step =
  <Needs extends object, Deps extends object = object>() =>
  <Output extends StepOutput>(definition: Step<Needs, Output, Deps>): Step<Needs, Output, Deps> =>
    definition
