import { Readable } from 'node:stream'
import { withDeadline } from '@nimbo/kernel/deadline'
import { type Handler, type Headers, type HttpResponse, noQuery, type Payload } from './message.ts'

/** A request to another service, given by its type; the transport knows its address. */
export interface OutgoingRequest {
  readonly method: string
  /** The path below the service's endpoint, such as `/servers/…`; the query is in {@link query}. */
  readonly path: string
  readonly query?: URLSearchParams | undefined
  readonly headers: Headers
  readonly body?: Payload
  /** Timeout until the reply's headers. */
  readonly timeoutMs: number
  /** Whether the request is idempotent although its method is not: then it is sent again when the connection breaks. */
  readonly repeatable?: boolean | undefined
}

/** Carries REST calls between services: function calls in one process, sockets between processes. */
export interface Transport {
  send(serviceType: string, request: OutgoingRequest): Promise<HttpResponse>
}

/**
 * Calls services of the same process through the handlers that also serve the socket: same filters, authentication and schemas.
 * `mounts` may be filled later, so the start order does not matter.
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
      // A reply after the timeout must still release its body.
      reply.then(withoutBody, () => {})
      throw error
    }
  },
})

/** Drops the reply's body and closes its file or connection. */
const withoutBody = ({ status, headers, body }: HttpResponse): HttpResponse => {
  if (body instanceof Readable) body.destroy()
  return { status, headers }
}
