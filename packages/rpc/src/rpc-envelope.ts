import type { Context } from '@nimbo/kernel/context'
import { type ErrorKind, Fault } from '@nimbo/kernel/errors'
import type { Json, JsonObject } from '@nimbo/kernel/json'
import type { RpcKind } from './rpc-observer.ts'

/** A request on the bus. */
export interface RpcRequest {
  readonly method: string
  readonly kind: RpcKind
  readonly version: string
  readonly context: Context
  readonly input: Json
}

interface FaultForm {
  readonly code: string
  readonly kind: ErrorKind
  readonly message: string
  readonly details: JsonObject
}

/** A reply on the bus: the handler's result, or the fault it threw. */
export type RpcReply = { readonly output?: Json } | { readonly fault: FaultForm }

export const toMessage = (envelope: RpcRequest | RpcReply): Json => envelope as unknown as Json

/** Parses a request; undefined when the message is not a request. The context is not validated, because peers are trusted. */
export const requestOf = (message: Json): RpcRequest | undefined => {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
  const { method, kind, version, context } = message as { readonly [key: string]: Json | undefined }
  const isRequest =
    typeof method === 'string' &&
    typeof version === 'string' &&
    typeof kind === 'string' &&
    typeof context === 'object' &&
    context !== null
  return isRequest ? (message as unknown as RpcRequest) : undefined
}

/** The result in a reply; throws the fault if it contains one, restored so that `isFault` recognises its code. */
export const outputOf = (message: Json | undefined): Json | undefined => {
  const reply = (message ?? {}) as unknown as RpcReply
  if ('fault' in reply) throw new Fault(reply.fault)
  return reply.output
}
