import type { Filter } from '../message.ts'

/** Believes `X-Auth-Token: user:project` without asking anyone. For trying a service alone; never in a cloud. */
export const noauth2: Filter = (next) => async (request) => {
  const [userId = 'admin', projectId = userId] = (request.headers['x-auth-token'] ?? 'admin:admin').split(':')
  request.state.context = {
    requestId: request.state.requestId,
    userId,
    projectId,
    roles: userId === 'admin' ? ['admin', 'member', 'reader'] : ['member', 'reader'],
    trace: request.state.trace ?? { traceId: '0'.repeat(32), spanId: '0'.repeat(16) },
  }
  return next(request)
}
