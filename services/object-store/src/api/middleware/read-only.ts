import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Middleware } from '../object-request.ts'

/** Refuses what writes, where the operator has closed the store to it; with `allow_deletes` things can go. */
export const readOnly = (app: SwiftApp): Middleware => {
  const { read_only: isClosed, allow_deletes: mayDelete } = app.config['filter:read_only']
  const refused = mayDelete ? ['COPY', 'POST', 'PUT'] : ['COPY', 'DELETE', 'POST', 'PUT']
  const allow = mayDelete ? 'DELETE, GET, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS'
  return (next) => (request) => {
    // To delete many is a POST.
    const deletes = mayDelete && request.method === 'POST' && request.query.has('bulk-delete')
    if (isClosed && refused.includes(request.method) && !deletes) throw errors.MethodNotAllowed({ allow })
    return next(request)
  }
}
