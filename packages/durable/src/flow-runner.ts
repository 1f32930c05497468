import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import { inLogScope, logScopeOf } from '@nimbo/kernel/log-scope'
import type { BoundFlow } from './flow.ts'
import { claimFlow, heldFlow, type Leaseholder, releaseFlow, saveProgress } from './flow-leases.ts'
import type { FlowObserver, StepPhase } from './flow-observer.ts'
import { type FlowRecord, faultOf } from './flow-record.ts'
import { Park } from './park.ts'
import { nextTask, type Outcome, progressByAll, type Task } from './progress.ts'

export interface FlowRunnerParts {
  readonly holder: Leaseholder
  readonly flows: ReadonlyMap<string, BoundFlow>
  readonly observer: FlowObserver
  readonly log: Log
}

export interface RunControl {
  /** Called once the lease is held. */
  readonly claimed: () => void
  /** Fires when running work should be aborted. */
  readonly aborted: AbortSignal
  /** Whether the process is stopping: then a flow is released at the next step boundary. */
  readonly stopping: () => boolean
}

/**
 * Takes a flow and runs it until it sleeps, ends, is released or is lost to another holder. Resolves to the wake-up time of a
 * sleeping one.
 */
export const flowRunner = (parts: FlowRunnerParts) => {
  const names = [...parts.flows.keys()]
  return async (id: FlowId, control: RunControl): Promise<number | undefined> => {
    const { holder } = parts
    let saved = await claimFlow(holder, id, names)
    if (saved !== undefined) control.claimed()
    // Results of steps since the row was written.
    let outcomes: readonly Outcome[] = []
    while (saved?.leaseOwner === holder.owner) {
      const flow = parts.flows.get(saved.name)
      if (flow === undefined || control.stopping()) return giveBack(holder, id)
      const now = holder.clock.now()
      const record: FlowRecord = { ...saved, ...progressByAll(flow, saved, outcomes, now) }
      const task = nextTask(flow, record, now)
      const outcome = await inLogScope(logScopeOf(record.context), () =>
        perform(parts, flow, record, task, control),
      )
      if (outcome === 'broken off') return giveBack(holder, id)
      outcomes = [...outcomes, outcome]
      if (isSavedWithNext(flow, task, outcome) && !control.aborted.aborted) continue
      saved = await saveOutcomes(holder, flow, saved, outcomes)
      outcomes = []
    }
    return saved?.wakeAt ?? undefined
  }
}

/** A step that is cheap to repeat is saved together with the next one; a crash in between repeats it. */
const isSavedWithNext = (flow: BoundFlow, task: Task, outcome: Outcome): boolean =>
  task.kind === 'run' &&
  outcome.kind === 'finished' &&
  task.step.cheapToRepeat !== undefined &&
  task.step !== flow.steps.at(-1)

const giveBack = async (holder: Leaseholder, id: FlowId): Promise<undefined> => {
  await releaseFlow(holder, id)
}

/** Signals and cancellations change the row while a step runs: then the results are applied to the current row. */
const saveOutcomes = async (
  holder: Leaseholder,
  flow: BoundFlow,
  before: FlowRecord,
  outcomes: readonly Outcome[],
): Promise<FlowRecord | undefined> => {
  let record: FlowRecord | undefined = before
  while (record !== undefined) {
    const progress = progressByAll(flow, record, outcomes, holder.clock.now())
    const saved = await saveProgress(holder, record, progress)
    if (saved !== undefined) return saved
    record = await heldFlow(holder, record.id)
  }
  return undefined
}

const perform = async (
  { holder, observer, log }: FlowRunnerParts,
  flow: BoundFlow,
  record: FlowRecord,
  task: Task,
  control: RunControl,
): Promise<Outcome | 'broken off'> => {
  const { id: flowId, subject, context } = record
  const fields = { flow: flow.name, flowId, subject }
  const seen = <T>(name: string, phase: StepPhase, run: (ctx: Context) => Promise<T>) =>
    observer.step(context, flow.name, name, run, { flowId, subject, phase })
  const attempt = async (what: string, work: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await work()
    } catch (error) {
      log.error({ ...fields, error, attempt: record.attempt }, `${what} failed; it is tried again`)
      return { kind: 'putOff', error: faultOf(error) }
    }
  }

  switch (task.kind) {
    case 'turnBack':
      log.warn({ ...fields, code: task.error.code }, 'a flow rolls back')
      return { kind: 'turnedBack', error: task.error }
    case 'run':
      try {
        const lease = { flowId, owner: holder.owner }
        const stepControl = { ...task, flowId, lease, attempt: record.attempt, aborted: control.aborted }
        const result = await seen(task.step.name, 'run', (ctx) =>
          task.step.run(ctx, task.state, flow.deps, stepControl),
        )
        const tookSignal = task.signal !== undefined
        if (result instanceof Park) return { kind: 'parked', park: result, tookSignal }
        return { kind: 'finished', output: (result ?? {}) as JsonObject, tookSignal }
      } catch (error) {
        if (control.stopping() && control.aborted.aborted) return 'broken off'
        const fault = faultOf(error)
        const details = { ...fields, step: task.step.name, error }
        if (task.step.waitsOut?.(fault)) {
          log.warn(details, 'a step waits for something that is unavailable')
          return { kind: 'waitsOut' }
        }
        log.warn(details, 'a step failed; the flow rolls back')
        return { kind: 'turnedBack', error: fault }
      }
    case 'undo': {
      const { name, undo } = task.step
      if (undo === undefined) return { kind: 'undone' }
      return attempt(`undo of ${name}`, async () => {
        await seen(name, 'undo', (ctx) => undo(ctx, task.state, flow.deps))
        return { kind: 'undone' }
      })
    }
    case 'onDone':
      return attempt('onDone', async () => {
        await seen('onDone', 'onDone', async (ctx) => flow.onDone?.(ctx, task.state, flow.deps))
        return { kind: 'concluded' }
      })
    case 'onFailed':
      return attempt('onFailed', async () => {
        await seen('onFailed', 'onFailed', async (ctx) =>
          flow.onFailed?.(ctx, record.input, task.error, flow.deps),
        )
        return { kind: 'concluded' }
      })
  }
}
