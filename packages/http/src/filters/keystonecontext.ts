import type { Filter } from '../message.ts'
import { unauthorized } from './authtoken.ts'

/** Lets only requests with a scope or at least a role through, as nova's filter of that name does; needs `authtoken` before it. */
export const keystonecontext =
  (identityUri: string): Filter =>
  (next) =>
  async (request) =>
    request.state.context?.userId === undefined ? unauthorized(identityUri) : next(request)
