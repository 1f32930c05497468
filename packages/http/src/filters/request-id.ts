import { newRequestId, newTracePosition } from '@nimbo/kernel/context'
import { inLogScope, logScopeOf } from '@nimbo/kernel/log-scope'
import { parseTraceparent } from '@nimbo/trace/traceparent'
import { type Filter, withHeaders } from '../message.ts'

const idPattern = /^req-[0-9a-f-]{36}$/

/**
 * Assigns the request id and trace context, sets them in the reply and in log lines. A valid `X-Openstack-Request-Id` (or global
 * id) of the caller becomes the global request id, so that one id follows a request through all services.
 */
export const requestId =
  (alsoAs: string | undefined): Filter =>
  (next) =>
  async (request) => {
    const id = newRequestId()
    const outer = request.headers['x-openstack-request-id']
    request.state.requestId = id
    if (outer && idPattern.test(outer)) request.state.globalRequestId = outer
    request.state.trace = parseTraceparent(request.headers.traceparent) ?? newTracePosition()
    const response = await inLogScope(logScopeOf(request.state), () => next(request))
    return withHeaders(response, {
      'x-openstack-request-id': id,
      ...(alsoAs ? { [alsoAs]: id } : {}),
    })
  }
