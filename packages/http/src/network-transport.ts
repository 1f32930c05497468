import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent as AgentWithTls, request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { pause, withDeadline } from '@nimbo/kernel/deadline'
import { defineErrors, fault, isFault, messageOf } from '@nimbo/kernel/errors'
import { Agent, request as requestHttp } from '@nimbo/kernel/node-http'
import { headersOf } from './headers-of.ts'
import { bytesOf, type HttpResponse } from './message.ts'
import { isNotBegun } from './not-begun.ts'
import type { ClientTls } from './tls.ts'
import type { OutgoingRequest, Transport } from './transport.ts'

const errors = defineErrors({
  ServiceUnreachable: fault<{ service: string; reason: string }>(
    'unavailable',
    ({ service, reason }) => `The ${service} service cannot be reached: ${reason}`,
  ),
})

export interface NetworkTransport extends Transport {
  /** Closes idle connections; those in use are closed after their request. */
  close(): void
}

export interface NetworkTransportOptions {
  /** The current URL of a service without a trailing slash, such as `http://10.0.0.2:8774`. */
  readonly endpointOf: (serviceType: string) => string | Promise<string>
  /** Called when a service could not be reached at its URL. */
  readonly unreachable?: (serviceType: string) => void
  readonly clock?: Clock
  /** By default the system's authorities are trusted and no client certificate is sent. */
  readonly tls?: ClientTls
}

/** How long to retry while a service restarts. Calls can be nested, so these times add up. */
const patienceMs = 8_000
const firstPauseMs = 50
const longestPauseMs = 1_600
const mostIdleSockets = 64

/**
 * Sends requests to services over kept-alive HTTP connections, and retries while they restart. Rejects with `ServiceUnreachable`
 * when nobody listens, or when the connection breaks before the reply.
 */
export const networkTransport = (options: NetworkTransportOptions): NetworkTransport => {
  const { endpointOf, unreachable, clock = systemClock, tls = {} } = options
  const settings = { keepAlive: true, maxFreeSockets: mostIdleSockets, scheduling: 'lifo' } as const
  const plain = new Agent(settings)
  const { ca, cert, key, insecure = false } = tls
  const secure = new AgentWithTls({ ...settings, ca, cert, key, rejectUnauthorized: !insecure })
  const begin = (url: string, { method, headers }: OutgoingRequest): ClientRequest => {
    // Given apart, because `URL` would resolve an id such as `..` and so address another resource.
    const path = url.replace(/^https?:\/\/[^/?]*/, '')
    return url.startsWith('https:')
      ? requestHttps(url, { method, headers, path, agent: secure })
      : requestHttp(url, { method, headers, path, agent: plain })
  }

  const sendOnce = async (url: string, request: OutgoingRequest): Promise<HttpResponse> => {
    const outgoing = begin(url, request)
    try {
      const exchanged = exchange(outgoing, request)
      return toResponse(await withDeadline(`${request.method} ${url}`, request.timeoutMs, exchanged, clock))
    } catch (error) {
      outgoing.destroy()
      throw error
    }
  }
  const sendPatiently = async (url: string, request: OutgoingRequest): Promise<HttpResponse> => {
    const giveUpAt = clock.now() + patienceMs
    for (let waitMs = firstPauseMs; ; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
      const mayRepeat = !(request.body instanceof Readable) && clock.now() + waitMs < giveUpAt
      try {
        const response = await sendOnce(url, request)
        if (!mayRepeat || !mayAskAgain(response, request)) return response
        await withDeadline('the rest of a refusal', request.timeoutMs, bytesOf(response.body), clock)
      } catch (error) {
        if (!mayRepeat || !maySendAgain(error, request)) throw error
      }
      await pause(clock, waitMs)
    }
  }

  return {
    send: async (serviceType, request) => {
      const endpoint = await endpointOf(serviceType)
      const query = request.query?.size ? `?${request.query}` : ''
      try {
        return await sendPatiently(`${endpoint}${request.path}${query}`, request)
      } catch (error) {
        // A fault comes from the sender of a streamed body, not from the connection.
        if (isFault(error) || codeOf(error) === undefined) throw error
        unreachable?.(serviceType)
        throw errors.ServiceUnreachable({ service: serviceType, reason: messageOf(error) }, { cause: error })
      }
    },
    close: () => {
      plain.destroy()
      secure.destroy()
    },
  }
}

/** The system's error code of a socket, such as `ECONNREFUSED`. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const repeatableMethods = ['GET', 'HEAD', 'PUT', 'DELETE']

const isRepeatable = ({
  method,
  repeatable = repeatableMethods.includes(method),
}: OutgoingRequest): boolean => repeatable

/** After a refused connection every request can be sent again; after a broken one only idempotent ones. */
const maySendAgain = (error: unknown, request: OutgoingRequest): boolean => {
  const code = codeOf(error)
  return code === 'ECONNREFUSED' || (isRepeatable(request) && (code === 'ECONNRESET' || code === 'EPIPE'))
}

/** A 503 with Retry-After can be repeated if the request was not started. */
const mayAskAgain = ({ status, headers }: HttpResponse, request: OutgoingRequest): boolean =>
  status === 503 && headers['retry-after'] !== undefined && (isRepeatable(request) || isNotBegun(headers))

/** Sends the body and resolves when the reply's headers have arrived. */
const exchange = (outgoing: ClientRequest, { body }: OutgoingRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    // Errors after the start of the reply go to the reader of its body.
    outgoing.on('error', reject)
    if (body instanceof Readable) pipeline(body, outgoing).catch(reject)
    else outgoing.end(body)
  })

const toResponse = (incoming: IncomingMessage): HttpResponse => ({
  status: incoming.statusCode ?? 0,
  headers: headersOf(incoming),
  body: incoming,
})
