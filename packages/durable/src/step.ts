import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import type { FlowLease } from './flow-leases.ts'
import type { Park } from './park.ts'

/** What a step may know and ask about the run it is in. */
export interface StepControl {
  readonly flowId: FlowId
  /** What this process runs it under: see `holdsFlow`, for work that one who was passed over must not do. */
  readonly lease: FlowLease
  /** How often this step went to sleep before this run. */
  readonly attempt: number
  /** The payload of the signal that woke the step, if one did. */
  readonly signal: Json | undefined
  /** The time of `waitForSignal({ onTimeout: 'run' })` passed without a signal. */
  readonly timedOut: boolean
  /** Fires when the flow is cancelled, the engine stops or the lease is lost: what is begun may be broken off. */
  readonly aborted: AbortSignal
}

/** What an undo is given: all that earlier steps yielded, and the step's own output if it got so far. */
export type Undone<Needs, Output> = Needs & Partial<Output>

/**
 * One part of a flow beside its undo. Members are properties, not methods, so that their inputs are compared strictly.
 *
 * Running a step twice must be the same as once, and so must undoing it: a crash between the work and its recording
 * repeats the work. An undo is also called for a step that failed half-way or never began, so undoing nothing is a
 * success.
 */
interface StepBody<Needs, Output, Deps> {
  readonly name: string
  /**
   * Why doing this step again costs no more than writing down that it was done: then that is written together with what
   * comes of the next step, and a crash between the two repeats both. When the flow turns back instead, the next step
   * is undone without what this one yielded: so it yields nothing.
   */
  readonly cheapToRepeat?: Output extends object ? never : string
  /** Does the work; resolves to the output, a JSON object, or to a {@link Park}. What it throws turns the flow back. */
  readonly run: (ctx: Context, state: Needs, deps: Deps, control: StepControl) => Promise<Output | Park>
  /**
   * Says of what `run` threw whether it only means that somebody is away for a while: then the step is run again after a
   * pause, as often as it takes until the flow's deadline, and the flow does not turn back.
   */
  readonly waitsOut?: (error: Fault) => boolean
  /**
   * Makes this step a choice point: asked, while the flow turns back because of `error`, what to run this step again
   * with after its undo. What it returns is laid over the step's input; `undefined` goes on turning back. It must be
   * a pure function, and must run out of choices some time. Not asked for a cancelled or overdue flow.
   */
  readonly again?: (error: Fault, state: Undone<Needs, Output>) => Partial<Needs> | undefined
}

interface Undoable<Needs, Output, Deps> {
  /** Takes the work back; when it throws, it is called again after a pause. */
  readonly undo: (ctx: Context, state: Undone<Needs, Output>, deps: Deps) => Promise<unknown>
  readonly nothingToUndo?: never
}

interface NothingToUndo {
  readonly undo?: never
  /** Why there is nothing to take back. */
  readonly nothingToUndo: string
}

export type Step<Needs, Output, Deps> = StepBody<Needs, Output, Deps> &
  (Undoable<Needs, Output, Deps> | NothingToUndo)

/** What a step may resolve to: an object to be merged into the state of the flow, or nothing. */
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
