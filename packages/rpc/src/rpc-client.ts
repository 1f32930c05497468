import type { Bus, Target } from '@nimbo/bus/bus'
import type { Context } from '@nimbo/kernel/context'
import type { Json } from '@nimbo/kernel/json'
import type { RpcCallers, RpcDefinition, RpcMethod, RpcMethods, RpcVersion } from './define-rpc.ts'
import { errors } from './errors.ts'
import { outputOf, toMessage } from './rpc-envelope.ts'
import { noRpcObserver, type RpcKind, type RpcObserver } from './rpc-observer.ts'
import { understands } from './rpc-version.ts'
import { capOf } from './version-caps.ts'

export interface RpcClientOptions {
  readonly observer?: RpcObserver
  /** The newest version that all servers of the topic support during an upgrade; the bus's cap by default. */
  readonly cap?: RpcVersion
}

export interface RpcClient<Methods extends RpcMethods> {
  /** The methods of one server of the topic, or (without `server`) of any server. */
  on(server?: string): RpcCallers<Methods>
  /** Whether the cap allows the method. */
  supports(method: keyof Methods): boolean
}

/**
 * A typed client of an interface. Calls reject with the fault that the server threw (recognisable by its code), with
 * `MessagingTimeout`, or with `RPCVersionCapError` before anything is sent.
 */
export const rpcClient = <Methods extends RpcMethods>(
  bus: Bus,
  definition: RpcDefinition<Methods>,
  { observer = noRpcObserver, cap = capOf(bus, definition.topic) }: RpcClientOptions = {},
): RpcClient<Methods> => {
  const { topic, methods } = definition
  const allowed = ({ since }: RpcMethod) => cap === undefined || understands(cap, since)

  const sender = (name: string, method: RpcMethod, kind: RpcKind, target: Target) => {
    const qualified = `${topic}.${name}`
    return async (ctx: Context, input: Json): Promise<Json | undefined> => {
      if (cap !== undefined && !allowed(method))
        throw errors.RPCVersionCapError({ method: qualified, version: method.since, cap })
      const send = async (context: Context) => {
        const message = toMessage({ method: name, kind, version: method.since, context, input })
        if (kind === 'fanout') await bus.fanout(target, message)
        else if (method.kind === 'cast') await bus.cast(target, message)
        else return outputOf(await bus.call(target, message, { timeoutMs: method.timeoutMs }))
        return undefined
      }
      return observer.outgoing(ctx, qualified, kind, send, target)
    }
  }

  const callersOf = (target: Target) =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => {
        const send = sender(name, method, method.kind, target)
        return method.kind === 'call'
          ? [name, send]
          : [name, Object.assign(send, { fanout: sender(name, method, 'fanout', { topic }) })]
      }),
    ) as unknown as RpcCallers<Methods>

  // One entry per server of the topic.
  const callers = new Map<string | undefined, RpcCallers<Methods>>()
  const callersAt = (server: string | undefined): RpcCallers<Methods> => {
    const known = callers.get(server)
    if (known !== undefined) return known
    const made = callersOf(server === undefined ? { topic } : { topic, server })
    callers.set(server, made)
    return made
  }

  return {
    on: callersAt,
    supports: (name) => {
      const method = methods[name]
      return method !== undefined && allowed(method)
    },
  }
}
