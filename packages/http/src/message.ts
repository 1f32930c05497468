import { Readable } from 'node:stream'
import type { Context, TracePosition } from '@nimbo/kernel/context'
import { JsonBody } from './json-body.ts'

/** Header names are lower-case; repeated headers are joined by commas (RFC 9110). */
export type Headers = Readonly<Record<string, string>>

/** A body: complete text or bytes, or a stream. */
export type Payload = string | Uint8Array | Readable | undefined

/** The body of a reply. */
export type ReplyBody = Payload | JsonBody

/** The query of requests without one; must not be modified. */
export const noQuery = new URLSearchParams()

/** What the filters of a pipeline have determined about a request. */
export interface RequestState {
  requestId: string
  globalRequestId?: string
  trace?: TracePosition
  /** The caller; set by authentication filters. */
  context?: Context
  /** The beginning of the mount that a proxy says it has taken off the path: good for links, but any client can say so. */
  forwardedPrefix?: string
  /** The operation's name for logs, such as `compute.servers.create`. */
  operation?: string
  /** Its path template, such as `/servers/{server_id}`. */
  route?: string
  /** The maximum size of the body, if a filter limits it. */
  bodyLimit?: number
  /** Unknown properties of bodies are ignored, as in old API versions. */
  lenient?: true
  /** Reply headers set before the handler runs, so that errors have them too. */
  replyHeaders?: Headers
}

/** A request in a pipeline, from a socket or from another service of the same process. */
export interface HttpRequest {
  readonly method: string
  /** The path below {@link mount}, starting with a slash, percent-encoded. */
  readonly path: string
  /** The path prefix that was removed so far (WSGI's SCRIPT_NAME), such as `/compute/v2.1`. */
  readonly mount: string
  /** Scheme and authority of the client's URL, such as `http://127.0.0.1:5000`; for links. */
  readonly origin: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** A stream from a socket; complete from a service of the same process. */
  readonly body: Payload
  readonly remoteAddress: string
  /** The client's certificate (DER), verified against the trusted authorities. */
  readonly clientCertificate?: Uint8Array
  readonly state: RequestState
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body?: ReplyBody
}

/** Answers requests: an API, a pipeline around one, or a whole cloud. */
export type Handler = (request: HttpRequest) => Promise<HttpResponse>

/** Wraps a handler with one concern. */
export type Filter = (next: Handler) => Handler

const spelled = (body: ReplyBody): Payload => (body instanceof JsonBody ? body.text : body)

/** A body as a stream. */
export const streamOf = (body: ReplyBody): Readable => {
  const payload = spelled(body)
  if (payload instanceof Readable) return payload
  return Readable.from(payload === undefined || payload.length === 0 ? [] : [Buffer.from(payload)])
}

/** Reads a whole body. The caller must bound its size, for example with `boundedBody`. */
export const bytesOf = async (body: ReplyBody): Promise<Buffer> => {
  const payload = spelled(body)
  if (payload === undefined) return Buffer.alloc(0)
  if (typeof payload === 'string') return Buffer.from(payload)
  if (payload instanceof Uint8Array) return Buffer.from(payload)
  const chunks: Buffer[] = []
  for await (const chunk of payload) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

/** The text of a complete body; undefined for a stream. */
export const wholeText = (body: ReplyBody): string | undefined => {
  const payload = spelled(body)
  if (payload === undefined || typeof payload === 'string') return payload ?? ''
  return payload instanceof Readable ? undefined : Buffer.from(payload).toString('utf8')
}

/** Reads a whole body as text; size limits are as for bytes. */
export const textOf = async (body: ReplyBody): Promise<string> =>
  wholeText(body) ?? (await bytesOf(body)).toString('utf8')

/** A copy of the request with some parts replaced. */
export const withParts = (request: HttpRequest, parts: Partial<HttpRequest>): HttpRequest => ({
  ...request,
  ...parts,
})

/** A copy of the response with additional headers. Existing ones win, except that `vary` is merged. */
export const withHeaders = (response: HttpResponse, headers: Headers): HttpResponse => {
  const together = { ...headers, ...response.headers }
  if (headers.vary !== undefined && response.headers.vary !== undefined)
    together.vary = namesOf(headers.vary, response.headers.vary)
  return { status: response.status, headers: together, body: response.body }
}

/** Merges comma-separated lists without duplicates. */
const namesOf = (...lists: readonly string[]): string => {
  const names = new Map<string, string>()
  for (const name of lists.flatMap((list) => list.split(','))) {
    const known = name.trim().toLowerCase()
    if (known !== '' && !names.has(known)) names.set(known, name.trim())
  }
  return [...names.values()].join(', ')
}
