import { Readable } from 'node:stream'
import type { Context, TracePosition } from '@nimbo/kernel/context'

/** Header names are lower-case; a header sent twice is joined by a comma, as RFC 9110 has it. */
export type Headers = Readonly<Record<string, string>>

/** What travels as a body: text and bytes whole, or a stream. */
export type Payload = string | Uint8Array | Readable | undefined

/** The query of requests that have none; nobody changes the query of a request. */
export const noQuery = new URLSearchParams()

/** What the filters of a pipeline have learnt about a request so far. */
export interface RequestState {
  requestId: string
  globalRequestId?: string
  trace?: TracePosition
  /** Who asks; set by the authentication filters. */
  context?: Context
  /** The last-known name of the operation, for logs: `compute.servers.create`. */
  operation?: string
  /** The template of the path it has: `/servers/{server_id}`. */
  route?: string
  /** The most bytes that its body can have, where a filter bounds it. */
  bodyLimit?: number
  /** What bodies hold that their schemas do not know is passed over: so it was in old versions. */
  lenient?: true
  /** Headers of the reply that are settled before the handler runs, so that failures carry them too. */
  replyHeaders?: Headers
}

/** A request on its way through a pipeline, from a socket or from another service of the same process. */
export interface HttpRequest {
  readonly method: string
  /** Path below {@link mount}, beginning with a slash, still percent-encoded. */
  readonly path: string
  /** What was cut off the path on the way here (WSGI's SCRIPT_NAME): `/compute/v2.1`. */
  readonly mount: string
  /** Scheme and authority by which the client reached the cloud: `http://127.0.0.1:5000`. For links. */
  readonly origin: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** A stream from a socket; whole, as it was given, from a service of the same process. */
  readonly body: Payload
  readonly remoteAddress: string
  /** The certificate (DER) that the client has shown on its connection, one of the authorities that this API trusts. */
  readonly clientCertificate?: Uint8Array
  readonly state: RequestState
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body?: Payload
}

/** Anything that answers requests: an API, a pipeline around one, a whole cloud. */
export type Handler = (request: HttpRequest) => Promise<HttpResponse>

/** Wraps a handler in one concern. */
export type Filter = (next: Handler) => Handler

/** A body as the stream that handlers read. */
export const streamOf = (payload: Payload): Readable => {
  if (payload instanceof Readable) return payload
  return Readable.from(payload === undefined || payload.length === 0 ? [] : [Buffer.from(payload)])
}

/** Reads a body to its end. Callers bound it: `boundedBody` for requests, the peer's manners for replies. */
export const bytesOf = async (payload: Payload): Promise<Buffer> => {
  if (payload === undefined) return Buffer.alloc(0)
  if (typeof payload === 'string') return Buffer.from(payload)
  if (payload instanceof Uint8Array) return Buffer.from(payload)
  const chunks: Buffer[] = []
  for await (const chunk of payload) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

/** The text of a body that is there as a whole; undefined of a stream. */
export const wholeText = (payload: Payload): string | undefined => {
  if (payload === undefined || typeof payload === 'string') return payload ?? ''
  return payload instanceof Readable ? undefined : Buffer.from(payload).toString('utf8')
}

/** Reads a body that is text to its end; what bounds bytes bounds it. */
export const textOf = async (payload: Payload): Promise<string> =>
  wholeText(payload) ?? (await bytesOf(payload)).toString('utf8')

/** The same request with parts replaced. */
export const withParts = (request: HttpRequest, parts: Partial<HttpRequest>): HttpRequest => ({
  ...request,
  ...parts,
})

/** The same response with headers added; those already there win, but `vary` collects what any part of the reply depends on. */
export const withHeaders = (response: HttpResponse, headers: Headers): HttpResponse => {
  const together = { ...headers, ...response.headers }
  if (headers.vary !== undefined && response.headers.vary !== undefined)
    together.vary = namesOf(headers.vary, response.headers.vary)
  return { status: response.status, headers: together, body: response.body }
}

/** The names of several lists, each once, in the spelling it comes with first. */
const namesOf = (...lists: readonly string[]): string => {
  const names = new Map<string, string>()
  for (const name of lists.flatMap((list) => list.split(','))) {
    const known = name.trim().toLowerCase()
    if (known !== '' && !names.has(known)) names.set(known, name.trim())
  }
  return [...names.values()].join(', ')
}
