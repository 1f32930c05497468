import { Readable } from 'node:stream'
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

/** Says in whose name a call is made. */
export interface Authenticate {
  /** The headers that carry the tokens. */
  headers(ctx: Context): Promise<Headers>
  /** With these the call was refused (401): whether others can be had, with which it is worth another try. */
  refused(headers: Headers): boolean
}

/** Calls without a token. */
export const asNobody: Authenticate = { headers: async () => ({}), refused: () => false }

/** What a service may say besides with a call. */
export interface Delivery {
  /** Until the reply's headers have come, and again until its body has. */
  readonly timeoutMs?: number
  /** Doing it twice harms nobody, though its method does not say so: then it is sent again when its connection breaks. */
  readonly repeatable?: boolean
}

/** As `ApiClient` of `@nimbo/operation`, for services: each call says as part of what it is made. */
export interface ServiceClient {
  /** Gives the reply's body, typed by the contract. */
  call<Declared extends Operation, const Key extends PropertyKey = never>(
    ctx: Context,
    operation: Declared,
    ...request: RequestArguments<Declared, Keyed<Declared, Key> & Delivery>
  ): Promise<ReplyTo<Declared, Key>>
  /** As `call`, with status and headers. */
  answer<Declared extends Operation>(
    ctx: Context,
    operation: Declared,
    ...request: RequestArguments<Declared, Delivery>
  ): Promise<Answer<ReplyOf<Declared>>>
  /** Leaves the reply's body a stream. */
  open<Declared extends Operation>(
    ctx: Context,
    operation: Declared,
    ...request: RequestArguments<Declared, Delivery>
  ): Promise<HttpResponse>
  /** The items of a list, of all its pages, `atMost` so many. */
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
  /** The microversion every call asks for, unless it says another. */
  readonly version?: string
}

const defaultTimeoutMs = 60_000

/** Reads a reply's body that is a stream, and lets go of it when it does not come to its end in time. */
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

/** A body that is no JSON is a payload: contracts leave it open. */
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
  /** What was refused for its token was not done: with another token it is tried once more. A body that is a stream is gone by then. */
  const sendWithTokens = async (
    ctx: Context,
    call: OutgoingCall,
    delivery: Delivery,
  ): Promise<HttpResponse> => {
    const names = await authenticate.headers(ctx)
    const response = await sendOnce(ctx, call, delivery, names)
    if (response.status !== 401 || call.body instanceof Readable || !authenticate.refused(names))
      return response
    if (response.body instanceof Readable) response.body.destroy()
    return sendOnce(ctx, call, delivery, await authenticate.headers(ctx))
  }
  const exchange = async (ctx: Context, call: OutgoingCall, delivery: Delivery): Promise<HttpResponse> => {
    const response = await sendWithTokens(ctx, call, delivery)
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
    const text = await textOfReply(response, request)
    return { status: response.status, headers: response.headers, body: readJson<Body>(text) }
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
        return { body: readJson(await textOfReply(response, request ?? {})), link: response.headers.link }
      }
      return itemsOf(call.query, ask, atMost)
    },
  }
}
