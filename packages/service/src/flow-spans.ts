import type { FlowObserver } from '@nimbo/durable/flow-observer'
import type { Tracer } from '@nimbo/trace/tracer'

/** Records each run of a step of a flow as a span of the step's name, in the trace of the request that began the flow. */
export const flowSpans = ({ span }: Tracer): FlowObserver => ({
  step: (ctx, flow, stepName, run, { phase }) => span(ctx, stepName, run, { flow, phase }),
})
