import type { Log } from '@nimbo/kernel/log'
import type { Filter } from '../message.ts'

/** Logs one line per request: caller, operation, result, duration. Never headers or bodies. */
export const requestLog =
  (log: Log): Filter =>
  (next) =>
  async (request) => {
    const startedAt = performance.now()
    const response = await next(request)
    log.info(
      {
        remote: request.remoteAddress,
        method: request.method,
        path: request.mount + request.path,
        operation: request.state.operation,
        status: response.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        userId: request.state.context?.userId,
        projectId: request.state.context?.projectId,
      },
      'request',
    )
    return response
  }
