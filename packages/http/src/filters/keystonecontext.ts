import type { Filter } from '../message.ts'
import { unauthorized } from './authtoken.ts'

/** Lets only requests with a scope or at least a role through, as nova's filter of that name does; needs `authtoken` before it. */
export const keystonecontext =
  (identityUri: string): Filter =>
  (next) =>
  (request) =>
    request.state.context?.userId === undefined ? Promise.resolve(unauthorized(identityUri)) : next(request)
