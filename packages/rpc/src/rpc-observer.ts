import type { Target } from '@nimbo/bus/bus'
import type { Context } from '@nimbo/kernel/context'

export type RpcKind = 'call' | 'cast' | 'fanout'

/**
 * Sees every message as it leaves and as it is handled, for traces and metrics. `method` is `topic.method`. Each must
 * call `run` once, with the context the message (or the handler) shall have, and settle as it does.
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

/** Sees nothing. */
export const noRpcObserver: RpcObserver = {
  outgoing: (ctx, _method, _kind, run) => run(ctx),
  incoming: (ctx, _method, _kind, run) => run(ctx),
}
