import { Readable } from 'node:stream'
import { JsonBody } from '@nimbo/http/json-body'
import { type Headers, type HttpResponse, type Payload, textOf, wholeText } from '@nimbo/http/message'
import type { Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import type { Api } from '@nimbo/operation/client/api'
import { type Answer, readJson } from '@nimbo/operation/client/api-client'
import { type OutgoingCall, outgoingCall } from '@nimbo/operation/client/outgoing-call'
import { itemsOf } from '@nimbo/operation/client/pages'
import { remoteFault } from '@nimbo/operation/client/remote-fault'
import type { ItemOf, Keyed, ReplyOf, ReplyTo } from '@nimbo/operation/client/reply'
import type { AnyRequest, RequestArguments } from '@nimbo/operation/client/request'
import type { Operation } from '@nimbo/operation/operation'
import { formatTraceparent } from '@nimbo/trace/traceparent'

/** The identity used for calls. */
export interface Authenticate {
  /** The headers with tokens. */
  headers(ctx: Context): Promise<Headers>
  /** Reports a 401 with these headers: whether other tokens may be available for a retry. */
  refused(headers: Headers): boolean
}

/** Calls without a token. */
export const asNobody: Authenticate = { headers: async () => ({}), refused: () => false }

/** Options of a call. */
export interface Delivery {
  /** Timeout until the reply's headers, and again until the end of its body. */
  readonly timeoutMs?: number
  /** Whether the request is idempotent although its method is not: then it is sent again when the connection breaks. */
  readonly repeatable?: boolean
}

/** Like `ApiClient` of `@nimbo/operation`, for services: each call takes the context of the request it belongs to. */
export interface ServiceClient {
  /** Resolves to the reply's body, typed by the contract. */
  call<Declared extends Operation, const Key extends PropertyKey = never>(
    ctx: Context,
    operation: Declared,
    ...request: RequestArguments<Declared, Keyed<Declared, Key> & Delivery>
  ): Promise<ReplyTo<Declared, Key>>
  /** Like `call`, with status and headers. */
  answer<Declared extends Operation>(
    ctx: Context,
    operation: Declared,
    ...request: RequestArguments<Declared, Delivery>
  ): Promise<Answer<ReplyOf<Declared>>>
  /** Returns the reply's body as a stream. */
  open<Declared extends Operation>(
    ctx: Context,
    operation: Declared,
    ...request: RequestArguments<Declared, Delivery>
  ): Promise<HttpResponse>
  /** The items of a list over all its pages, `atMost` this many. */
  items<Declared extends Operation>(
    ctx: Context,
    operation: Declared,
    atMost: number,
    ...request: RequestArguments<Declared, Delivery>
  ): AsyncGenerator<ItemOf<Declared>, void, undefined>
}

export interface ServiceClientOptions {
  readonly transport: Transport
  readonly api: Api
  readonly authenticate: Authenticate
  /** The default microversion of calls. */
  readonly version?: string
}

const defaultTimeoutMs = 60_000

/** Reads a streamed body, and closes it at the timeout. */
const textOfStream = async ({ body }: HttpResponse, timeoutMs: number): Promise<string> => {
  try {
    return await withDeadline('the body of a reply', timeoutMs, textOf(body))
  } catch (error) {
    if (body instanceof Readable) body.destroy()
    throw error
  }
}

const textOfReply = (response: HttpResponse, { timeoutMs = defaultTimeoutMs }: Delivery) =>
  wholeText(response.body) ?? textOfStream(response, timeoutMs)

/**
 * The reply's body: from a service in this process a copy of the value, otherwise the parsed JSON. Its type is that of the
 * contract, as with `readJson`.
 */
const valueOfReply = async <Body>(response: HttpResponse, delivery: Delivery): Promise<Body> =>
  response.body instanceof JsonBody
    ? (response.body.copy() as Body)
    : readJson<Body>(await textOfReply(response, delivery))

/** Safe: contracts leave bodies open that are not JSON. */
const payloadOf = (body: unknown): Payload =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable ? body : undefined

const addHeaders = (ctx: Context, call: OutgoingCall, names: Headers): Headers =>
  Object.assign(
    {
      'x-openstack-request-id': ctx.globalRequestId ?? ctx.requestId,
      traceparent: formatTraceparent(ctx.trace),
    },
    names,
    call.headers,
  )

export const serviceClient = ({
  transport,
  api,
  authenticate,
  version,
}: ServiceClientOptions): ServiceClient => {
  const sendOnce = (ctx: Context, call: OutgoingCall, delivery: Delivery, names: Headers) =>
    transport.send(api.type, {
      method: call.method,
      path: call.path,
      query: call.query,
      timeoutMs: delivery.timeoutMs ?? defaultTimeoutMs,
      repeatable: delivery.repeatable,
      body: payloadOf(call.body),
      headers: addHeaders(ctx, call, names),
    })
  /** A call refused with 401 was not executed, so it is retried with another token, unless its body was a stream. */
  const exchange = async (ctx: Context, call: OutgoingCall, delivery: Delivery): Promise<HttpResponse> => {
    const names = await authenticate.headers(ctx)
    let response = await sendOnce(ctx, call, delivery, names)
    if (response.status === 401 && !(call.body instanceof Readable) && authenticate.refused(names)) {
      if (response.body instanceof Readable) response.body.destroy()
      response = await sendOnce(ctx, call, delivery, await authenticate.headers(ctx))
    }
    if (response.status < 400) return response
    const text = await textOfReply(response, delivery)
    throw remoteFault({ service: api.type, status: response.status, headers: response.headers, text })
  }
  const answer = async <Body>(
    ctx: Context,
    operation: Operation,
    request: (AnyRequest & Delivery) | undefined = {},
  ): Promise<Answer<Body>> => {
    const response = await exchange(ctx, outgoingCall(api, operation, request, version), request)
    const body = await valueOfReply<Body>(response, request)
    return { status: response.status, headers: response.headers, body }
  }
  return {
    answer: (ctx, operation, ...[request]) => answer(ctx, operation, request),
    call: async <Declared extends Operation, Key extends PropertyKey>(
      ctx: Context,
      operation: Declared,
      ...[request]: RequestArguments<Declared, Keyed<Declared, Key> & Delivery>
    ) => (await answer<ReplyTo<Declared, Key>>(ctx, operation, request)).body,
    open: (ctx, operation, ...[request]) =>
      exchange(ctx, outgoingCall(api, operation, request, version), request ?? {}),
    items: (ctx, operation, atMost, ...[request]) => {
      const call = outgoingCall(api, operation, request, version)
      const ask = async (query: URLSearchParams | undefined) => {
        const response = await exchange(ctx, { ...call, query }, request ?? {})
        return { body: await valueOfReply(response, request ?? {}), link: response.headers.link }
      }
      return itemsOf(call.query, ask, atMost)
    },
  }
}
