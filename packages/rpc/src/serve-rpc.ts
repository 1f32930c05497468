import type { Bus, Subscription, Target } from '@nimbo/bus/bus'
import { Rejection } from '@nimbo/bus/rejection'
import type { Context } from '@nimbo/kernel/context'
import { Fault } from '@nimbo/kernel/errors'
import type { Json } from '@nimbo/kernel/json'
import { type Log, silentLog } from '@nimbo/kernel/log'
import { inLogScope, logScopeOf } from '@nimbo/kernel/log-scope'
import type { RpcDefinition, RpcHandlers, RpcMethods } from './define-rpc.ts'
import { errors } from './errors.ts'
import { type RpcRequest, requestOf, toMessage } from './rpc-envelope.ts'
import { noRpcObserver, type RpcObserver } from './rpc-observer.ts'
import { understands, versionOf } from './rpc-version.ts'

export interface ServeRpcOptions {
  /** This server's name within the topic; without it only the topic itself (and fanouts) is served. */
  readonly server?: string
  readonly observer?: RpcObserver
  readonly log?: Log
  /** How many messages are handled concurrently. */
  readonly concurrency?: number
}

type ErasedHandler = (ctx: Context, input: unknown) => Promise<Json | undefined>

/**
 * Serves an interface until the subscription is closed. Input that does not match its schema never reaches a handler. A thrown
 * fault is sent to the caller; anything else is logged here and sent as `RemoteError` without its text. Errors of casts are only
 * logged, since a retry would fail again. A message that is no request, or of an unsupported version, goes to the dead letters
 * with a log line; its caller gets `InvalidRpcInput` or `UnsupportedVersion`.
 */
export const serveRpc = <Methods extends RpcMethods>(
  bus: Bus,
  definition: RpcDefinition<Methods>,
  { server, observer = noRpcObserver, log = silentLog, concurrency }: ServeRpcOptions,
  handlers: RpcHandlers<Methods>,
): Promise<Subscription> => {
  const { topic } = definition
  const spoken = versionOf(definition)
  // Callers usually name the version that added the method, which needs no parsing.
  const known = new Set(
    Object.values(definition.methods)
      .map(({ since }): string => since)
      .filter((version) => understands(spoken, version)),
  )
  const target: Target = server === undefined ? { topic } : { topic, server }
  const operations = new Map(
    Object.entries(definition.methods).map(([name, method]) => [
      name,
      { check: method.check, run: handlers[name] as unknown as ErasedHandler },
    ]),
  )

  const handle = async ({ method, kind, context, input }: RpcRequest) => {
    const qualified = `${topic}.${method}`
    const operation = operations.get(method)
    if (operation === undefined) throw errors.NoSuchMethod({ method: qualified })
    const problem = operation.check(input)
    if (problem) throw errors.InvalidRpcInput({ method: qualified, ...problem })
    return observer.incoming(context, qualified, kind, (ctx) => operation.run(ctx, input), target)
  }

  const refuse = (fault: Fault, fields: object): never => {
    log.warn({ topic, ...fields }, fault.message)
    throw new Rejection(fault.message, toMessage({ fault: fault.toJSON() }))
  }

  const understood = (message: Json): RpcRequest => {
    const request = requestOf(message)
    if (request === undefined)
      return refuse(errors.InvalidRpcInput({ method: topic, path: '', problem: 'it is no RPC request' }), {})
    const { version, context } = request
    const method = `${topic}.${request.method}`
    if (known.has(version) || understands(spoken, version)) return request
    const fault = errors.UnsupportedVersion({ method, version, supported: spoken })
    return inScopeOf(context, () => refuse(fault, { method }))
  }

  const answerRequest = async (request: RpcRequest): Promise<Json> => {
    try {
      const output = await handle(request)
      return toMessage(output === undefined ? {} : { output })
    } catch (error) {
      const method = `${topic}.${request.method}`
      const fields = { method, error }
      if (request.kind !== 'call') log.error(fields, 'a cast failed; nobody waits for its answer')
      if (error instanceof Fault) return toMessage({ fault: error.toJSON() })
      if (request.kind === 'call') log.error(fields, 'a call failed unexpectedly')
      return toMessage({ fault: errors.RemoteError({ method }).toJSON() })
    }
  }

  const answer = async (message: Json): Promise<Json> => {
    const request = understood(message)
    return inScopeOf(request.context, () => answerRequest(request))
  }

  return bus.listen(target, answer, concurrency === undefined ? {} : { concurrency })
}

/** Log lines written while a message is handled carry its request id. */
const inScopeOf = <Result>(context: Context, work: () => Result): Result =>
  inLogScope(logScopeOf(context), work)
