import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer as createServerWithTls } from 'node:https'
import type { AddressInfo, Server as Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TLSSocket } from 'node:tls'
import { systemClock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { createServer } from '@nimbo/kernel/node-http'
import { isOwnedByItsReader, ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import { clientLeft, isClientLeft } from './client-left.ts'
import { type DeclaredLength, declaredLength } from './declared-length.ts'
import { spelledHeader } from './header-spelling.ts'
import { headersOf } from './headers-of.ts'
import { closingIdleConnections } from './idle-connections.ts'
import { type Handler, type HttpRequest, type HttpResponse, noQuery, wholeText } from './message.ts'
import { sendOwnedBytes } from './send-owned-bytes.ts'
import type { ServerTls } from './tls.ts'
import type { Upgrade } from './upgrade.ts'

export interface Listener {
  readonly host: string
  readonly port: number
  /** Stops accepting connections, lets running requests end for up to `graceMs` (`Infinity` for no limit), then aborts them. */
  close(graceMs: number): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  readonly log: Log
  /** An existing socket to listen on. */
  readonly socket?: Socket
  /** Handles upgrades (WebSocket); without it the Upgrade header is ignored. */
  readonly upgrade?: Upgrade
  /** Without it connections are not encrypted. */
  readonly tls?: ServerTls
  /** Several processes listen on the port, and the kernel distributes connections. */
  readonly sharesPort?: boolean
  /** The timeout without data within a request or reply (default five minutes); a handler may take longer. */
  readonly idleMs?: number
}

const headersTimeoutMs = 30_000
const keepAliveTimeoutMs = 75_000
const defaultIdleMs = 300_000
/** The limit of a request's headers; larger ones are answered with 431. */
const mostHeaderBytes = 16_384
/** How long the unread rest of a body is consumed, so that the client reads the reply. */
const lingerMs = 30_000

/** Serves a handler on a socket. Rejects with the socket's error (`EADDRINUSE`, …) when it cannot listen. */
export const listen = async (
  handler: Handler,
  { host, port, log, socket, upgrade, tls, sharesPort = false, idleMs = defaultIdleMs }: ListenOptions,
): Promise<Listener> => {
  const server = serverFor(tls, {
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: mostHeaderBytes,
    // Clients that offer HTTP/2 (h2c) also accept HTTP/1.1, so the upgrade is ignored.
    shouldUpgradeCallback: ({ headers }) =>
      upgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    // Uploads have no total timeout, only one without data.
    requestTimeout: 0,
  })
  const watched = closingIdleConnections(server, idleMs)
  // A client may close its side after the request and still wait for the reply, as nc does. Node's types lack the property.
  Object.assign(server, { httpAllowHalfOpen: true })
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse, waits: boolean): void => {
    let asked = !waits || !expectsBody(incoming)
    const body = bodyOf(incoming, () => {
      if (!asked) outgoing.writeContinue()
      asked = true
    })
    // After an unread `Expect: 100-continue` the client may or may not send the body, so the connection must be closed.
    const ends = (): boolean => !asked || !server.listening
    void answer({
      handler: watched(incoming, handler),
      request: toRequest(incoming, body, tls !== undefined),
      incoming,
      outgoing,
      ends,
      log,
    })
  }
  server.on('request', (incoming, outgoing) => serve(incoming, outgoing, false))
  if (upgrade) server.on('upgrade', upgrade)
  server.on('checkContinue', (incoming, outgoing) => serve(incoming, outgoing, true))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // In node:cluster, an exclusive socket belongs to the process instead of the primary.
    server.listen(socket ?? { host, port, reusePort: sharesPort, exclusive: sharesPort }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // The address of a socket made in another network namespace cannot be read: its interface may have no name here.
  const bound = socket === undefined ? (server.address() as AddressInfo).port : port
  return { host, port: bound, close: (graceMs) => close(server, graceMs) }
}

const serverFor = (tls: ServerTls | undefined, options: ServerOptions): Server => {
  if (!tls) return createServer(options)
  const { cert, key, clientAuthorities, clientsMayShowNone = false } = tls
  const asks = clientAuthorities !== undefined && {
    ...{ ca: clientAuthorities, requestCert: true, rejectUnauthorized: !clientsMayShowNone },
  }
  return createServerWithTls({ ...options, cert, key, ...asks, handshakeTimeout: headersTimeoutMs })
}

/**
 * A body separate from its connection: destroying the message itself would prevent the reply of a handler that stops reading.
 * `ask` is called when reading starts.
 */
const bodyOf = (incoming: IncomingMessage, ask: () => void): Readable | undefined => {
  if (!expectsBody(incoming)) return undefined
  // The parser allocates each chunk separately and nobody else keeps it.
  const body = ownedByItsReader(
    new Readable({
      read: () => {
        ask()
        incoming.resume()
      },
    }),
  )
  // Readers receive errors; without a reader, an error must not end the process.
  body.on('error', () => {})
  incoming.on('data', (chunk: Buffer) => {
    if (!body.destroyed && !body.push(chunk)) incoming.pause()
  })
  incoming.pause()
  incoming.once('end', () => body.push(null))
  incoming.once('error', (cause) => body.destroy(clientLeft(cause)))
  return body
}

interface Exchange {
  readonly handler: Handler
  readonly request: HttpRequest
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Whether to close the connection after the reply. */
  readonly ends: () => boolean
  readonly log: Log
}

const answer = async ({ handler, request, incoming, outgoing, ends, log }: Exchange): Promise<void> => {
  try {
    const response = await handler(request)
    if (ends()) outgoing.setHeader('Connection', 'close')
    else if (request.body instanceof Readable && !incoming.readableEnded)
      dropRest(request.body, incoming, outgoing)
    await send(incoming, outgoing, response)
  } catch (error) {
    if (!outgoing.headersSent && !outgoing.destroyed) {
      log.error({ error }, 'a request failed outside of its pipeline')
      outgoing.writeHead(500).end()
    } else {
      if (!isFromLeaving(error)) log.warn({ error, path: request.path }, 'a reply broke off')
      outgoing.destroy()
    }
  }
}

/** The codes of errors of a connection that the client closed. */
const leavingCodes = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']

const isFromLeaving = (error: unknown): boolean =>
  isClientLeft(error) ||
  (error instanceof Error && 'code' in error && leavingCodes.some((code) => code === error.code))

/** Only a certificate that was verified against the authorities. */
const certificateOf = ({ socket }: IncomingMessage): Uint8Array | undefined =>
  socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate()?.raw : undefined

const hostForm = /^[\w.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i

const toRequest = (incoming: IncomingMessage, body: Readable | undefined, secure: boolean): HttpRequest => {
  const { host = '' } = incoming.headers
  const origin = `${secure ? 'https' : 'http'}://${hostForm.test(host) ? host : 'localhost'}`
  // The request line may contain a full URL (RFC 9112).
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/?]*\/?/i, '/')
  const question = target.indexOf('?')
  // A fragment is not for servers. The router ignores it, and so must the rules that a path is compared with.
  const path = (question < 0 ? target : target.slice(0, question)).replace(/#.*$/, '')
  const clientCertificate = secure ? certificateOf(incoming) : undefined
  return {
    method: incoming.method ?? 'GET',
    path,
    mount: '',
    origin,
    query: question < 0 ? noQuery : new URLSearchParams(target.slice(question + 1)),
    headers: headersOf(incoming),
    body,
    remoteAddress: incoming.socket.remoteAddress ?? '',
    ...(clientCertificate && { clientCertificate }),
    state: { requestId: '' },
  }
}

const send = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
): Promise<void> => {
  const { status, body } = response
  const headers: Record<string, string | number> = {}
  for (const name of Object.keys(response.headers))
    headers[spelledHeader(name)] = response.headers[name] ?? ''
  const silent = incoming.method === 'HEAD' || status === 204 || status === 304
  if (!(body instanceof Readable)) {
    const bytes = body instanceof Uint8Array ? body : Buffer.from(wholeText(body) ?? '')
    if (status !== 204) headers['Content-Length'] ??= bytes.length
    outgoing.writeHead(status, headers)
    outgoing.end(silent ? undefined : bytes)
    return
  }
  try {
    outgoing.writeHead(status, headers)
    const length = declaredLength(response.headers['content-length'])
    if (silent) outgoing.end()
    else if (isOwnedByItsReader(body)) await sendOwnedBytes(body, outgoing, length)
    else await pipeline(body, (chunks) => counted(chunks, length), outgoing)
  } finally {
    body.destroy()
  }
}

async function* counted(
  chunks: AsyncIterable<string | Uint8Array>,
  length: DeclaredLength,
): AsyncGenerator<string | Uint8Array> {
  for await (const bytes of chunks) {
    length.count(bytes)
    yield bytes
  }
  length.end()
}

/** Consumes the unread rest of a body, so that the client reads the reply; endless ones are cut off. */
const dropRest = (body: Readable, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  outgoing.once('finish', () => {
    // An undestroyed stream would stop the flow by back-pressure.
    body.destroy()
    const cut = setTimeout(() => incoming.socket.destroy(), lingerMs)
    cut.unref()
    incoming.once('end', () => clearTimeout(cut))
    incoming.resume()
  })
}

const expectsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const close = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const spare = systemClock.after(graceMs, () => server.closeAllConnections())
    server.close(() => {
      spare()
      resolve()
    })
    server.closeIdleConnections()
  })
