import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { request as httpRequest } from '@nimbo/kernel/node-http'
import { CliError } from './cli-error.ts'

/** How to verify a server's certificate. */
export interface Trust {
  readonly insecure: boolean
  /** PEM text of the CA certificates to trust; without it, those that Node contains. */
  readonly authorities?: string
}

export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Readable
}

export interface Reply {
  readonly status: number
  /** Names in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

/** Sends a request; rejects with a `CliError` when there is no response. */
export type Transport = (request: OutgoingRequest) => Promise<Reply>

const idleLimitMs = 300_000

/**
 * The path and query as they are written. Node's URL removes `.` and `..`, which are names too: a request to delete the object `..`
 * would go to its container's account.
 */
const pathIn = (url: string): string => url.replace(/^\w+:\/\/[^/?]*/, '')

const headersOf = (message: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** HTTP with `node:http`: streams request and response bodies, and times out after five minutes without data. */
export const httpTransport =
  (trust: Trust): Transport =>
  ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const fail = (error: Error): void =>
        reject(new CliError(`Unable to establish connection to ${url}: ${error.message || error.name}`))
      const options = { method, headers, path: pathIn(url) || '/', timeout: idleLimitMs }
      const tls = { rejectUnauthorized: !trust.insecure, ...(trust.authorities && { ca: trust.authorities }) }
      const outgoing = url.startsWith('https:')
        ? httpsRequest(url, { ...options, ...tls })
        : httpRequest(url, options)
      outgoing.on('response', (message) =>
        resolve({ status: message.statusCode ?? 0, headers: headersOf(message), body: message }),
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${idleLimitMs / 1000} s`)))
      outgoing.on('error', fail)
      if (body === undefined || typeof body === 'string') outgoing.end(body)
      else pipeline(body, outgoing).catch(fail)
    })
