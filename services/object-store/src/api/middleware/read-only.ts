import type { SwiftApp } from '../../app/app.ts'
import { writersCheck } from '../../app/closed-to-writers.ts'
import { internalAccountHeaders } from '../account/internal-account-headers.ts'
import type { Middleware } from '../object-request.ts'

/** Refuses writes if the operator has made the store or the account read-only. */
export const readOnly = (app: SwiftApp): Middleware => {
  const check = writersCheck(app)
  if (!check) return (next) => next
  return (next) => async (request) => {
    const { method, query, headers, container } = request
    const copiesTo = method === 'COPY' ? headers['destination-account'] : undefined
    // Otherwise a closed account could not be reopened.
    if (Object.keys(internalAccountHeaders(app, request)).length === 0)
      await check({
        method,
        account: copiesTo ?? request.account,
        deletesMany: method === 'POST' && container === undefined && query.has('bulk-delete'),
      })
    return next(request)
  }
}
