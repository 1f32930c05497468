import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { Middleware } from '../object-request.ts'

/** Refuses writes if the operator has made the store read-only; with `allow_deletes` it still accepts deletions. */
export const readOnly = (app: SwiftApp): Middleware => {
  const { read_only: isClosed, allow_deletes: mayDelete } = app.config['filter:read_only']
  const refused = mayDelete ? ['COPY', 'POST', 'PUT'] : ['COPY', 'DELETE', 'POST', 'PUT']
  const allow = mayDelete ? 'DELETE, GET, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS'
  return (next) => (request) => {
    // Bulk deletes may be POST requests.
    const deletes = mayDelete && request.method === 'POST' && request.query.has('bulk-delete')
    if (isClosed && refused.includes(request.method) && !deletes) throw errors.MethodNotAllowed({ allow })
    return next(request)
  }
}
