import { asksOnlyPolicy } from '@nimbo/http/asks-only-policy'
import type { Headers, HttpResponse } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import { withHeaders } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import type { Middleware, ObjectRequest } from '../object-request.ts'
import { PolicyAnswer } from '../policy-answer.ts'
import { refusal } from '../refusal.ts'

const methodsOf = ({ container, object }: ObjectRequest): string => {
  if (object !== undefined) return 'COPY, DELETE, GET, HEAD, OPTIONS, POST, PUT'
  return container === undefined ? 'GET, HEAD, OPTIONS, POST' : 'DELETE, GET, HEAD, OPTIONS, POST, PUT'
}

/** Headers that every page may read, in addition to those the container's owner names. */
const exposed = [
  ...['cache-control', 'content-language', 'content-type', 'expires', 'last-modified', 'pragma', 'etag'],
  ...['x-timestamp', 'x-trans-id', 'x-openstack-request-id'],
]

/** The allowed origin for a page; undefined if the container's owner has not allowed it. */
const allowedOrigin = (metadata: Headers, origin: string): string | undefined => {
  const allowed = (metadata['x-container-meta-access-control-allow-origin'] ?? '').split(/\s+/)
  if (allowed.includes('*')) return '*'
  return allowed.includes(origin) ? origin : undefined
}

const preflight = (request: ObjectRequest, metadata: Headers | undefined): HttpResponse => {
  const allow = methodsOf(request)
  const {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': wanted,
  } = request.headers
  if (origin === undefined) return bytes(200, '', { allow })
  const allowed = metadata && allowedOrigin(metadata, origin)
  if (allowed === undefined || method === undefined || !allow.split(', ').includes(method))
    return refusal(401, '', { allow })
  const age = metadata?.['x-container-meta-access-control-max-age']
  return bytes(200, '', {
    allow,
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-origin': allowed,
    'access-control-allow-methods': allow,
    ...(wanted === undefined ? {} : { 'access-control-allow-headers': wanted }),
    ...(age === undefined ? {} : { 'access-control-max-age': age }),
  })
}

/** Cross-origin resource sharing as each container's metadata allows it. */
export const crossOrigin =
  (app: SwiftApp): Middleware =>
  (next) =>
  async (request) => {
    const { origin } = request.headers
    const { container } = request
    if (request.method !== 'OPTIONS' && (origin === undefined || container === undefined))
      return next(request)
    const metadata =
      container === undefined ? undefined : (await app.containers.find(request.account, container))?.metadata
    if (request.method === 'OPTIONS') {
      if (asksOnlyPolicy(request.http)) throw new PolicyAnswer()
      return preflight(request, metadata)
    }
    const response = await next(request)
    const allowed = metadata && origin !== undefined ? allowedOrigin(metadata, origin) : undefined
    if (allowed === undefined) return response
    const named = (metadata?.['x-container-meta-access-control-expose-headers'] ?? '').split(/\s+/)
    const own = Object.keys(response.headers).filter((name) => name.includes('-meta-'))
    return withHeaders(response, {
      vary: 'Origin',
      'access-control-allow-origin': allowed,
      'access-control-expose-headers': [...exposed, ...own, ...named]
        .filter((name) => name !== '')
        .join(', '),
    })
  }
