import type { Middleware } from '../object-request.ts'
import { pathOf, readObjectName } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'

/** Translates `COPY` with a `Destination` into a PUT of the destination. */
export const copyMethod: Middleware = (next) => (request) => {
  if (request.method !== 'COPY' || request.object === undefined) return next(request)
  const { destination, 'destination-account': account = request.account, ...headers } = request.headers
  if (destination === undefined) throw errors.PreconditionFailed({ reason: 'Destination header required' })
  const source = pathOf(request).replace(/^\/v1\/[^/]*/, '')
  return next({
    ...request,
    ...readObjectName('Destination', destination),
    account,
    method: 'PUT',
    headers: {
      ...headers,
      'x-copy-from': source,
      'x-copy-from-account': request.account,
      'content-length': '0',
    },
    body: undefined,
  })
}
