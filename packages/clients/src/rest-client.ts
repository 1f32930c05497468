import { Readable } from 'node:stream'
import { type Headers, type HttpResponse, type Payload, textOf, wholeText } from '@nimbo/http/message'
import { kindOfStatus } from '@nimbo/http/statuses'
import type { OutgoingRequest, Transport } from '@nimbo/http/transport'
import type { Context } from '@nimbo/kernel/context'
import { withDeadline } from '@nimbo/kernel/deadline'
import { Fault } from '@nimbo/kernel/errors'
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

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  /** Sent as JSON; with {@link RestRequest.contentType} also of another JSON type. */
  readonly json?: unknown
  readonly contentType?: string
  /** Sent as it is, instead of JSON. */
  readonly payload?: Payload
  readonly headers?: Headers
  /** For `OpenStack-API-Version`, where it differs from the client's own. */
  readonly microversion?: string
  readonly timeoutMs?: number
  /** See {@link OutgoingRequest.repeatable}. */
  readonly repeatable?: boolean
}

export interface RestReply<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** A client of one service's REST API. Replies of 400 and above are thrown as faults with the code `RemoteFault`. */
export interface RestClient {
  /** Sends and reads a JSON reply (undefined when it has no body). */
  send<Body>(ctx: Context, request: RestRequest): Promise<RestReply<Body>>
  /** Sends and leaves the reply's body a stream. */
  open(ctx: Context, request: RestRequest): Promise<HttpResponse>
}

export interface RestClientOptions {
  readonly transport: Transport
  readonly serviceType: string
  readonly authenticate: Authenticate
  /** The microversion every request asks for. */
  readonly microversion?: string
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

export const restClient = ({
  transport,
  serviceType,
  authenticate,
  microversion,
}: RestClientOptions): RestClient => {
  const sendOnce = (ctx: Context, request: RestRequest, names: Headers): Promise<HttpResponse> => {
    const { json, query, repeatable, timeoutMs = defaultTimeoutMs } = request
    return transport.send(serviceType, {
      method: request.method,
      path: request.path,
      query: query && queryOf(query),
      timeoutMs,
      repeatable,
      body: json === undefined ? request.payload : JSON.stringify(json),
      headers: headersOf(ctx, request, names),
    })
  }
  /** What was refused for its token was not done: with another token it is tried once more. A body that is a stream is gone by then. */
  const sendWithTokens = async (ctx: Context, request: RestRequest): Promise<HttpResponse> => {
    const names = await authenticate.headers(ctx)
    const response = await sendOnce(ctx, request, names)
    if (response.status !== 401 || request.payload instanceof Readable || !authenticate.refused(names))
      return response
    if (response.body instanceof Readable) response.body.destroy()
    return sendOnce(ctx, request, await authenticate.headers(ctx))
  }
  const open = async (ctx: Context, request: RestRequest): Promise<HttpResponse> => {
    const { timeoutMs = defaultTimeoutMs } = request
    const response = await sendWithTokens(ctx, request)
    if (response.status >= 400) {
      const text = wholeText(response.body) ?? (await textOfStream(response, timeoutMs))
      throw remoteFault(serviceType, response.status, text)
    }
    return response
  }
  const headersOf = (ctx: Context, request: RestRequest, names: Headers): Headers => {
    const headers: Record<string, string> = {
      accept: 'application/json',
      'x-openstack-request-id': ctx.globalRequestId ?? ctx.requestId,
      traceparent: formatTraceparent(ctx.trace),
    }
    if (request.json !== undefined) headers['content-type'] = request.contentType ?? 'application/json'
    const version = request.microversion ?? microversion
    if (version) headers['openstack-api-version'] = `${serviceType} ${version}`
    return Object.assign(headers, names, request.headers)
  }
  return {
    open,
    send: async <Body>(ctx: Context, request: RestRequest): Promise<RestReply<Body>> => {
      const response = await open(ctx, request)
      const { timeoutMs = defaultTimeoutMs } = request
      const text = wholeText(response.body) ?? (await textOfStream(response, timeoutMs))
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? undefined : JSON.parse(text)) as Body,
      }
    },
  }
}

const queryOf = (query: NonNullable<RestRequest['query']>): URLSearchParams => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, one)
    else if (value !== undefined) search.append(name, String(value))
  }
  return search
}

const longestSentence = 500

/** What any service's error envelope says: a sentence, and (placement, neutron) the code of the failure. */
const readEnvelope = (text: string): { readonly message: string; readonly code?: string } => {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const inner = Object.values(body).find((value) => typeof value === 'object' && value !== null) ?? body
    const one = (Array.isArray(inner) ? inner[0] : inner) as Record<string, unknown>
    const code = [one.code, one.type].find((name) => typeof name === 'string')
    return {
      message: String(one.message ?? one.detail ?? one.title ?? text),
      ...(typeof code === 'string' ? { code } : {}),
    }
  } catch {
    return { message: text.slice(0, longestSentence) }
  }
}

const remoteFault = (service: string, status: number, text: string): Fault => {
  const { message, code } = readEnvelope(text)
  return new Fault({
    code: 'RemoteFault',
    kind: kindOfStatus(status),
    message,
    details: { service, status, ...(code === undefined ? {} : { code }) },
  })
}

/** Whether `error` is another service's reply with one of these statuses. */
export const isRemote = (error: unknown, ...statuses: readonly number[]): error is Fault =>
  error instanceof Fault && error.code === 'RemoteFault' && statuses.includes(Number(error.details.status))

/** `work`, or undefined where it ends in 404. */
export const unlessNotFound = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isRemote(error, 404)) return undefined
    throw error
  }
}
