import type { Target } from '@nimbo/bus/bus'
import type { Context } from '@nimbo/kernel/context'

export type RpcKind = 'call' | 'cast' | 'fanout'

/**
 * Observes every message when it is sent and handled, for traces and metrics. `method` is `topic.method`. Each function must call
 * `run` exactly once, with the context for the message (or the handler), and settle like it.
 */
export interface RpcObserver {
  outgoing<T>(
    ctx: Context,
    method: string,
    kind: RpcKind,
    run: (ctx: Context) => Promise<T>,
    target: Target,
  ): Promise<T>
  incoming<T>(
    ctx: Context,
    method: string,
    kind: RpcKind,
    run: (ctx: Context) => Promise<T>,
    target: Target,
  ): Promise<T>
}

/** Does nothing. */
export const noRpcObserver: RpcObserver = {
  outgoing: (ctx, _method, _kind, run) => run(ctx),
  incoming: (ctx, _method, _kind, run) => run(ctx),
}
