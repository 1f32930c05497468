import type { RpcObserver } from '@nimbo/rpc/rpc-observer'
import type { Tracer } from '@nimbo/trace/tracer'

/**
 * Records each RPC message as a span on either side; the span of the handler is a child of the sender's, in the trace of the
 * request.
 */
export const rpcSpans = (sender: Tracer): RpcObserver => ({
  outgoing: (ctx, method, kind, run) => sender.span(ctx, method, run, { kind }),
  incoming: (ctx, method, kind, run) => sender.span(ctx, method, run, { kind, side: 'server' }),
})
