import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'

export type StepPhase = 'run' | 'undo' | 'onDone' | 'onFailed'

/**
 * Observes every run of every step, for traces, events and metrics. Must call `run` once with the context for the step, and
 * settle like it. A sleeping step is observed once per wake-up.
 */
export interface FlowObserver {
  step<T>(
    ctx: Context,
    flow: string,
    stepName: string,
    run: (ctx: Context) => Promise<T>,
    at: { readonly flowId: FlowId; readonly subject: string; readonly phase: StepPhase },
  ): Promise<T>
}

/** Does nothing. */
export const noFlowObserver: FlowObserver = { step: (ctx, _flow, _stepName, run) => run(ctx) }
