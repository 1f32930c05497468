import type { Tracer } from '@nimbo/trace/tracer'
import type { Filter } from '../message.ts'

/** Makes each request a span of the trace it belongs to; what the filters and the API below do hangs under it. */
export const profiler =
  (tracer: Tracer): Filter =>
  (next) =>
  async (request) => {
    const { state } = request
    if (!state.trace) return next(request)
    const outside = { requestId: state.requestId, roles: [], trace: state.trace }
    return tracer.span(outside, 'http-request', async (ctx, annotate) => {
      state.trace = ctx.trace
      const response = await next(request)
      annotate({ operation: state.operation ?? request.method, status: response.status })
      return response
    })
  }
