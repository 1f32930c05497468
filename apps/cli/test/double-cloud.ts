import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { cloudReplies } from './cloud-replies.ts'
import type { Reply } from './reply.ts'

/** A request received by the test double. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface DoubleCloud extends AsyncDisposable {
  readonly url: string
  /** All requests received, in order. */
  readonly received: readonly Received[]
  /** Replaces the response to `METHOD /path`, with this query or with any. */
  reply(request: string, reply: Reply): void
}

const send = (response: ServerResponse, { status, headers = {}, body }: Reply): void => {
  const raw = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, {
    'Content-Type': raw ? 'application/octet-stream' : 'application/json',
    'X-Openstack-Request-Id': 'req-00000000-0000-4000-8000-000000000000',
    ...headers,
  })
  response.end(body === undefined ? undefined : raw ? body : JSON.stringify(body))
}

const notFound: Reply = {
  status: 404,
  body: { itemNotFound: { code: 404, message: 'The resource could not be found.' } },
}

/**
 * A test double of a cloud's REST APIs with one resource of each kind, on 127.0.0.1. It validates and changes nothing; tests
 * inspect the requests it received.
 */
export const startDoubleCloud = async (port = 0): Promise<DoubleCloud> => {
  const received: Received[] = []
  const overrides = new Map<string, Reply>()
  const server = createServer(async (request: IncomingMessage, response) => {
    const target = new URL(request.url ?? '/', 'http://cloud')
    const method = request.method ?? 'GET'
    const body = await text(request)
    received.push({ method, path: `${target.pathname}${target.search}`, headers: request.headers, body })
    const key = `${method} ${target.pathname}`
    send(
      response,
      overrides.get(`${key}${target.search}`) ?? overrides.get(key) ?? cloudReplies(url)[key] ?? notFound,
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    reply: (request, override) => void overrides.set(request, override),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
