import type { RpcObserver } from '@nimbo/rpc/rpc-observer'
import type { Tracer } from '@nimbo/trace/tracer'

/** Records each message as a span where it is sent; what handles it hangs below, in the trace of who asked. */
export const rpcSpans = (sender: Tracer): RpcObserver => ({
  outgoing: (ctx, method, kind, run) => sender.span(ctx, method, run, { kind }),
  incoming: (ctx, method, kind, run) => sender.span(ctx, method, run, { kind, side: 'server' }),
})
