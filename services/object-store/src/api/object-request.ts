import type { Headers, HttpRequest, HttpResponse, Payload } from '@nimbo/http/message'
import type { Access } from '../app/access/access.ts'
import type { ResourcePath } from '../domain/resource-path.ts'

/** A request for an account, container or object, as the middleware passes it on. */
export interface ObjectRequest extends ResourcePath {
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Payload
  /** The access rights of the caller. */
  readonly access: Access
  /** Set for requests of a container sync peer, which has already validated manifests and symlinks. */
  readonly isOfPeer?: boolean
  /** Set for requests of the S3 API: multipart objects that they destroy lose their parts too, unlike in Swift's API. */
  readonly endsUploads?: boolean
  /** The time of the change, if it is not the time of the request. */
  readonly asOf?: string | undefined
  /** The original HTTP request, for what middleware does not change: origin, address, trace. */
  readonly http: HttpRequest
}

export type ObjectHandler = (request: ObjectRequest) => Promise<HttpResponse>

/** A middleware in Swift's sense: handles one concern and calls the next handler. */
export type Middleware = (next: ObjectHandler) => ObjectHandler
