import { anonymousContext } from '@nimbo/http/anonymous-context'
import { asksOnlyPolicy } from '@nimbo/http/asks-only-policy'
import type { SwiftApp } from '../../app/app.ts'
import { metered } from '../../app/metered.ts'
import type { Middleware } from '../object-request.ts'

/** Emits the notification of each request with its byte counts, if that is on. */
export const metering = ({ meter }: Pick<SwiftApp, 'meter'>): Middleware => {
  if (!meter) return (next) => next
  return (next) => (request) => {
    if (asksOnlyPolicy(request.http)) return next(request)
    const { account, container, object, method, headers, body, http } = request
    const named = {
      account,
      ...(container === undefined ? {} : { container }),
      ...(object === undefined ? {} : { object }),
    }
    const ctx = http.state.context ?? anonymousContext(http.state)
    return metered(meter, { ...named, ctx, method, headers, body }, (data) =>
      next({ ...request, body: data }),
    )
  }
}
