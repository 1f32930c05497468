import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Log } from '@nimbo/kernel/log'
import type { Handler, HttpRequest, HttpResponse } from './message.ts'

export interface Listener {
  readonly host: string
  readonly port: number
  /** Stops accepting, lets running requests end for up to `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  readonly log: Log
}

const headersTimeoutMs = 30_000
const keepAliveTimeoutMs = 75_000

/** Serves a handler on a socket. Rejects with the socket's own error (`EADDRINUSE`, …) when it cannot listen. */
export const listen = async (handler: Handler, { host, port, log }: ListenOptions): Promise<Listener> => {
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: 0,
  })
  server.on('request', (incoming, outgoing) => {
    void answer(handler, incoming, outgoing, log)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { host, port: (server.address() as AddressInfo).port, close: (graceMs) => close(server, graceMs) }
}

const answer = async (
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  log: Log,
): Promise<void> => {
  try {
    await send(incoming, outgoing, await handler(toRequest(incoming)))
  } catch (error) {
    if (!outgoing.headersSent && !outgoing.destroyed) {
      log.error({ err: error }, 'a request escaped its pipeline')
      outgoing.writeHead(500).end()
    } else outgoing.destroy()
  }
}

const toRequest = (incoming: IncomingMessage): HttpRequest => {
  const origin = `http://${incoming.headers.host ?? 'localhost'}`
  const target = incoming.url ?? '/'
  const question = target.indexOf('?')
  return {
    method: incoming.method ?? 'GET',
    path: question < 0 ? target : target.slice(0, question),
    mount: '',
    origin,
    query: new URLSearchParams(question < 0 ? '' : target.slice(question + 1)),
    headers: joinHeaders(incoming),
    body: incoming,
    remoteAddress: incoming.socket.remoteAddress ?? '',
    state: { requestId: '' },
  }
}

const joinHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const send = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
): Promise<void> => {
  const { status, headers, body } = response
  const silent = incoming.method === 'HEAD' || status === 204 || status === 304
  if (typeof body === 'string' || body instanceof Uint8Array || body === undefined) {
    const bytes = Buffer.from(body ?? '')
    outgoing.writeHead(status, status === 204 ? headers : { 'content-length': bytes.length, ...headers })
    outgoing.end(silent ? undefined : bytes)
  } else {
    outgoing.writeHead(status, headers)
    if (silent) {
      body.destroy()
      outgoing.end()
    } else await pipeline(body, outgoing)
  }
  // A body nobody read would hold the connection; the reply has been given, so it is let go.
  if (!incoming.readableEnded) incoming.resume()
}

const close = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
