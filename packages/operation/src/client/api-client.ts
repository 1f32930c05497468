import type { Operation } from '../operation.ts'
import type { Api } from './api.ts'
import { type OutgoingCall, outgoingCall } from './outgoing-call.ts'
import { itemsOf } from './pages.ts'
import { remoteFault } from './remote-fault.ts'
import type { ItemOf, Keyed, ReplyOf, ReplyTo } from './reply.ts'
import type { AnyRequest, RequestArguments } from './request.ts'

/** A reply as it came. */
export interface Incoming<Content> {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Reads the body to its end. */
  text(): Promise<string>
  /** The body as it streams in, in the way of the transport. */
  readonly content: Content
}

/** Brings a call to the service and its reply back, whatever its status: `fetchSender` does, or what a program has of its own. */
export type Send<Content> = (call: OutgoingCall) => Promise<Incoming<Content>>

/** A reply with what stands beside its body. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/**
 * Calls the operations of one API by their contracts, one operation a call. A refusal is thrown as a fault with the code
 * `RemoteFault` (see `remoteFault`).
 */
export interface ApiClient<Content = unknown> {
  /** Gives the reply's body, typed by the contract. */
  call<Declared extends Operation, const Key extends PropertyKey = never>(
    operation: Declared,
    ...request: RequestArguments<Declared, Keyed<Declared, Key>>
  ): Promise<ReplyTo<Declared, Key>>
  /** As `call`, with status and headers: a token comes in a header. */
  answer<Declared extends Operation>(
    operation: Declared,
    ...request: RequestArguments<Declared>
  ): Promise<Answer<ReplyOf<Declared>>>
  /** Leaves the reply's body to the caller: an image's bytes. */
  open<Declared extends Operation>(
    operation: Declared,
    ...request: RequestArguments<Declared>
  ): Promise<Incoming<Content>>
  /** As `answer`, for those who carry operations and requests without knowing which: a table of commands. */
  perform(operation: Operation, request?: AnyRequest): Promise<Answer<unknown>>
  /** As `items`, for them. */
  performAll(
    operation: Operation,
    atMost: number,
    request?: AnyRequest,
  ): AsyncGenerator<unknown, void, undefined>
  /** The items of a list, of all its pages, `atMost` so many. */
  items<Declared extends Operation>(
    operation: Declared,
    atMost: number,
    ...request: RequestArguments<Declared>
  ): AsyncGenerator<ItemOf<Declared>, void, undefined>
}

export interface ApiClientOptions<Content> {
  readonly api: Api
  readonly send: Send<Content>
  /** The microversion each call asks for, unless it says another; none, where the API's oldest will do. */
  readonly version?: string | ((operation: Operation) => string | undefined)
}

/** A body that is JSON; undefined when there is none. What it holds is what its contract says: tests check that, not clients. */
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
