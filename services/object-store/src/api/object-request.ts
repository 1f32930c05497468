import type { Headers, HttpRequest, HttpResponse, Payload } from '@nimbo/http/message'
import type { Access } from '../app/access/access.ts'
import type { ResourcePath } from '../domain/resource-path.ts'

/** A request about an account, a container or an object, on its way through the middleware. */
export interface ObjectRequest extends ResourcePath {
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Payload
  /** By what right it is made. */
  readonly access: Access
  /** Made by the peer of the container, which has judged already what manifests and links it has. */
  readonly isOfPeer?: boolean
  /** When it happened, where that is not now. */
  readonly asOf?: string | undefined
  /** The request as it came, for what does not change on the way: origin, address, trace. */
  readonly http: HttpRequest
}

export type ObjectHandler = (request: ObjectRequest) => Promise<HttpResponse>

/** One concern around all that follows, as Swift's middleware is. */
export type Middleware = (next: ObjectHandler) => ObjectHandler
