import type { Context } from '@nimbo/kernel/context'
import type { Static, TSchema } from 'typebox'
import { type InputCheck, inputCheck } from './input-check.ts'

/** `major.minor` as in oslo.messaging: a new minor version adds, a new major version is incompatible. */
export type RpcVersion = `${number}.${number}`

export interface CallMethod<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly kind: 'call'
  readonly input: Input
  readonly output: Output
  readonly check: InputCheck
  readonly since: RpcVersion
  readonly timeoutMs: number | undefined
}

export interface CastMethod<Input extends TSchema = TSchema> {
  readonly kind: 'cast'
  readonly input: Input
  readonly check: InputCheck
  readonly since: RpcVersion
}

export type RpcMethod = CallMethod | CastMethod
export type RpcMethods = Readonly<Record<string, RpcMethod>>

/** An interface served on a topic; pure data and types, so that contracts can contain it. */
export interface RpcDefinition<Methods extends RpcMethods = RpcMethods> {
  readonly topic: string
  readonly methods: Methods
}

/**
 * A method with a reply. `since` is the interface version that added it. `timeoutMs` overrides the bus's default timeout
 * (oslo.messaging's `rpc_response_timeout`).
 */
export const call = <Input extends TSchema, Output extends TSchema>(
  input: Input,
  output: Output,
  { since, timeoutMs }: { since: RpcVersion; timeoutMs?: number },
): CallMethod<Input, Output> => ({ kind: 'call', input, output, check: inputCheck(input), since, timeoutMs })

/** A method without a reply: the caller continues once the bus has the message. */
export const cast = <Input extends TSchema>(
  input: Input,
  { since }: { since: RpcVersion },
): CastMethod<Input> => ({ kind: 'cast', input, check: inputCheck(input), since })

/**
 * ```ts
 * export const computeAgent = defineRpc('compute-agent', {
 *   buildServer: call(BuildServer, BuiltServer, { since: '1.0', timeoutMs: 1_800_000 }),
 *   rebootServer: cast(RebootServer, { since: '1.0' }),
 * })
 * ```
 */
export const defineRpc = <const Methods extends RpcMethods>(
  topic: string,
  methods: Methods,
): RpcDefinition<Methods> => ({ topic, methods })

/** A method as callers see it. */
export type RpcCaller<Method extends RpcMethod> =
  Method extends CallMethod<infer Input, infer Output>
    ? (ctx: Context, input: Static<Input>) => Promise<Static<Output>>
    : Method extends CastMethod<infer Input>
      ? ((ctx: Context, input: Static<Input>) => Promise<void>) & {
          /** Sends to every server of the topic, regardless of the server given to the client. */
          readonly fanout: (ctx: Context, input: Static<Input>) => Promise<void>
        }
      : never

/** A method as servers implement it. */
export type RpcHandler<Method extends RpcMethod> =
  Method extends CallMethod<infer Input, infer Output>
    ? (ctx: Context, input: Static<Input>) => Promise<Static<Output>>
    : Method extends CastMethod<infer Input>
      ? (ctx: Context, input: Static<Input>) => Promise<void>
      : never

export type RpcCallers<Methods extends RpcMethods> = {
  readonly [Name in keyof Methods]: RpcCaller<Methods[Name]>
}
export type RpcHandlers<Methods extends RpcMethods> = {
  readonly [Name in keyof Methods]: RpcHandler<Methods[Name]>
}
