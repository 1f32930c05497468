import type { Filter } from '../message.ts'
import { unauthorized } from './authtoken.ts'

/** Refuses requests without scope and roles, as Nova's filter of that name does; needs `authtoken` before it. */
export const keystonecontext =
  (identityUri: string): Filter =>
  (next) =>
  (request) =>
    request.state.context?.userId === undefined ? Promise.resolve(unauthorized(identityUri)) : next(request)
