import type { Operation } from '../operation.ts'
import type { Api } from './api.ts'
import { type OutgoingCall, outgoingCall } from './outgoing-call.ts'
import { itemsOf } from './pages.ts'
import { remoteFault } from './remote-fault.ts'
import type { ItemOf, Keyed, ReplyOf, ReplyTo } from './reply.ts'
import type { AnyRequest, RequestArguments } from './request.ts'

/** A received reply. */
export interface Incoming<Content> {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Reads the whole body. */
  text(): Promise<string>
  /** The body as a stream of the transport's kind. */
  readonly content: Content
}

/**
 * Sends a call to the service and resolves to its reply, whatever its status. `fetchSender` makes one; programs may have their
 * own.
 */
export type Send<Content> = (call: OutgoingCall) => Promise<Incoming<Content>>

/** A reply with status and headers. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/**
 * Calls the operations of one API by their contracts. A reply of 400 and above is thrown as a fault with the code `RemoteFault`
 * (see `remoteFault`).
 */
export interface ApiClient<Content = unknown> {
  /** Resolves to the reply's body, typed by the contract. */
  call<Declared extends Operation, const Key extends PropertyKey = never>(
    operation: Declared,
    ...request: RequestArguments<Declared, Keyed<Declared, Key>>
  ): Promise<ReplyTo<Declared, Key>>
  /** Like `call`, with status and headers; a token comes in a header. */
  answer<Declared extends Operation>(
    operation: Declared,
    ...request: RequestArguments<Declared>
  ): Promise<Answer<ReplyOf<Declared>>>
  /** Leaves the reply's body to the caller, for binary data. */
  open<Declared extends Operation>(
    operation: Declared,
    ...request: RequestArguments<Declared>
  ): Promise<Incoming<Content>>
  /** Like `answer`, untyped, for callers that handle arbitrary operations, such as a table of commands. */
  perform(operation: Operation, request?: AnyRequest): Promise<Answer<unknown>>
  /** Like `items`, untyped. */
  performAll(
    operation: Operation,
    atMost: number,
    request?: AnyRequest,
  ): AsyncGenerator<unknown, void, undefined>
  /** The items of a list over all its pages, `atMost` this many. */
  items<Declared extends Operation>(
    operation: Declared,
    atMost: number,
    ...request: RequestArguments<Declared>
  ): AsyncGenerator<ItemOf<Declared>, void, undefined>
}

export interface ApiClientOptions<Content> {
  readonly api: Api
  readonly send: Send<Content>
  /** The default microversion of calls; none means the API's minimum. */
  readonly version?: string | ((operation: Operation) => string | undefined)
}

/**
 * Parses a JSON body; undefined when it is empty. Its type is taken from the contract: replies are validated in tests, not by
 * clients.
 */
export const readJson = <Body>(text: string): Body => (text === '' ? undefined : JSON.parse(text)) as Body

export const apiClient = <Content>({ api, send, version }: ApiClientOptions<Content>): ApiClient<Content> => {
  const write = (operation: Operation, request?: AnyRequest): OutgoingCall =>
    outgoingCall(api, operation, request, typeof version === 'function' ? version(operation) : version)
  const exchange = async (call: OutgoingCall): Promise<Incoming<Content>> => {
    const reply = await send(call)
    if (reply.status < 400) return reply
    throw remoteFault({ ...reply, service: api.type, text: await reply.text() })
  }
  const answer = async <Body>(operation: Operation, request?: AnyRequest): Promise<Answer<Body>> => {
    const reply = await exchange(write(operation, request))
    return { status: reply.status, headers: reply.headers, body: readJson<Body>(await reply.text()) }
  }
  const items = <Item>(operation: Operation, atMost: number, request?: AnyRequest) => {
    const call = write(operation, request)
    const ask = async (query: URLSearchParams | undefined) => {
      const reply = await exchange({ ...call, query })
      return { body: readJson(await reply.text()), link: reply.headers.link }
    }
    return itemsOf<Item>(call.query, ask, atMost)
  }
  return {
    perform: answer,
    performAll: items,
    answer: (operation, ...[request]) => answer(operation, request),
    call: async <Declared extends Operation, Key extends PropertyKey>(
      operation: Declared,
      ...[request]: RequestArguments<Declared, Keyed<Declared, Key>>
    ) => (await answer<ReplyTo<Declared, Key>>(operation, request)).body,
    open: (operation, ...[request]) => exchange(write(operation, request)),
    items: (operation, atMost, ...[request]) => items(operation, atMost, request),
  }
}
