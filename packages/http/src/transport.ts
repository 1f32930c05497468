import { Readable } from 'node:stream'
import { withDeadline } from '@nimbo/kernel/deadline'
import { type Handler, type Headers, type HttpResponse, noQuery, type Payload } from './message.ts'

/** A request from one service to another, by service type; the transport knows where that is. */
export interface OutgoingRequest {
  readonly method: string
  /** Path below the service's endpoint: `/servers/…`, with the query in {@link query}. */
  readonly path: string
  readonly query?: URLSearchParams | undefined
  readonly headers: Headers
  readonly body?: Payload
  /** Until the reply's headers have come. */
  readonly timeoutMs: number
  /** Doing it twice harms nobody, though its method does not say so: then it is sent again when its connection breaks. */
  readonly repeatable?: boolean | undefined
}

/** How REST between services travels: as a function call in one process, over sockets between many. */
export interface Transport {
  send(serviceType: string, request: OutgoingRequest): Promise<HttpResponse>
}

/**
 * Reaches services of this process through the very handlers that serve the socket: same filters, token check and schemas.
 * `mounts` is filled while services start, so they may be wired in any order.
 */
export const inProcessTransport = (
  mounts: ReadonlyMap<string, { readonly handler: Handler; readonly mount: string }>,
  origin: () => string,
): Transport => ({
  send: async (serviceType, request) => {
    const target = mounts.get(serviceType)
    if (!target) throw new Error(`there is no ${serviceType} service in this process`)
    const { body } = request
    const letGo = (): void => void (body instanceof Readable && body.destroy())
    const reply = target.handler({
      method: request.method,
      path: request.path,
      mount: target.mount,
      origin: origin(),
      query: request.query ?? noQuery,
      headers: request.headers,
      body,
      remoteAddress: '127.0.0.1',
      state: { requestId: '' },
    })
    try {
      const response = await withDeadline(
        `${request.method} ${serviceType}${request.path}`,
        request.timeoutMs,
        reply,
      )
      if (request.method === 'HEAD') return withoutBody(response)
      if (!(response.body instanceof Readable)) letGo()
      return response
    } catch (error) {
      letGo()
      // A reply that comes too late still holds what it would have been read from.
      reply.then(withoutBody, () => {})
      throw error
    }
  },
})

/** The reply without its body, whose file or connection is let go. */
const withoutBody = ({ status, headers, body }: HttpResponse): HttpResponse => {
  if (body instanceof Readable) body.destroy()
  return { status, headers }
}
