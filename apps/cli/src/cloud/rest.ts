import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Incoming } from '@nimbo/operation/client/api-client'
import type { Row } from '../output/result.ts'
import { CliError } from './cli-error.ts'
import { curlLine, replyLine, withoutSecrets } from './curl-line.ts'
import { httpFault } from './http-fault.ts'
import { isRow } from './json-values.ts'
import type { Reply, Transport } from './transport.ts'

export interface RestCall {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent unchanged, with the content type in `headers`. */
  readonly stream?: Readable
}

export interface JsonReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Empty when the response is no JSON object. */
  readonly body: Row
}

/** REST calls that throw an `HttpError` for error responses. */
export interface Rest {
  /** For clients generated from contracts: the body is already encoded. */
  exchange(call: Omit<RestCall, 'json' | 'stream'> & { readonly body: unknown }): Promise<Incoming<Readable>>
  json(call: RestCall): Promise<JsonReply>
  /** Returns the response with its body as a stream. */
  stream(call: RestCall): Promise<Reply>
}

const userAgent = 'nimbo-cli/0.1'

const parse = (body: string, url: string): Row => {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return isRow(value) ? value : {}
  } catch {
    throw new CliError(`The reply of ${url} is not JSON.`)
  }
}

/** `debug` receives each request as a curl line, and each response; `undefined` disables that. */
export const createRest = (transport: Transport, debug: ((line: string) => void) | undefined): Rest => {
  const send = async (call: RestCall, accept: string, written?: string): Promise<Reply> => {
    const body = call.json === undefined ? written : JSON.stringify(call.json)
    const headers: Record<string, string> = {
      Accept: accept,
      'User-Agent': userAgent,
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
      ...call.headers,
    }
    const { 'Content-Length': _, ...shown } = headers
    debug?.(curlLine(call.method, call.url, shown, body))
    const content = call.stream ?? body
    const reply = await transport({
      method: call.method,
      url: call.url,
      headers,
      ...(content === undefined ? {} : { body: content }),
    })
    debug?.(replyLine(reply.status, reply.headers))
    if (reply.status < 400) return reply
    const fault = await text(reply.body)
    debug?.(`RESP BODY: ${withoutSecrets(fault)}`)
    throw httpFault(reply.status, call.url, reply.headers, fault)
  }

  return {
    json: async (call) => {
      const reply = await send(call, 'application/json')
      const body = await text(reply.body)
      if (body !== '') debug?.(`RESP BODY: ${withoutSecrets(body)}`)
      return { status: reply.status, headers: reply.headers, body: parse(body, call.url) }
    },
    stream: (call) => send(call, '*/*'),
    exchange: async ({ body, ...call }) => {
      const stream = body instanceof Readable ? { stream: body } : {}
      const written = typeof body === 'string' ? body : undefined
      const reply = await send({ ...call, ...stream }, '*/*', written)
      const read = async (): Promise<string> => {
        const whole = await text(reply.body)
        if (whole !== '') debug?.(`RESP BODY: ${withoutSecrets(whole)}`)
        return whole
      }
      return { status: reply.status, headers: reply.headers, text: read, content: reply.body }
    },
  }
}
