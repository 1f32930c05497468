import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'

export type StepPhase = 'run' | 'undo' | 'onDone' | 'onFailed'

/**
 * Sees every run of every step, for traces, events and metrics. Must call `run` once, with the context the step shall
 * have, and settle as it does. A step that sleeps is seen once for each waking.
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

/** Sees nothing. */
export const noFlowObserver: FlowObserver = { step: (ctx, _flow, _stepName, run) => run(ctx) }
