import type { Tracer } from '@nimbo/trace/tracer'
import { anonymousContext } from '../anonymous-context.ts'
import type { Filter } from '../message.ts'

/** Makes each request a span of its trace, the parent of spans of inner filters and the API. */
export const profiler =
  (tracer: Tracer): Filter =>
  (next) =>
  (request) => {
    const { state } = request
    if (!state.trace) return next(request)
    return tracer.span(anonymousContext(state), 'http-request', async (ctx, annotate) => {
      state.trace = ctx.trace
      const response = await next(request)
      annotate({ operation: state.operation ?? request.method, status: response.status })
      return response
    })
  }
