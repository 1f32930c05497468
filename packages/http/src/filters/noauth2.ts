import { anonymousContext } from '../anonymous-context.ts'
import type { Filter } from '../message.ts'

/** Accepts `X-Auth-Token: user:project` without validation. For testing a service alone, never for production. */
export const noauth2: Filter = (next) => async (request) => {
  const [userId = 'admin', projectId = userId] = (request.headers['x-auth-token'] ?? 'admin:admin').split(':')
  request.state.context = {
    ...anonymousContext(request.state),
    userId,
    projectId,
    roles: userId === 'admin' ? ['admin', 'member', 'reader'] : ['member', 'reader'],
  }
  return next(request)
}
