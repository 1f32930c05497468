import type { ObjectRequest } from './object-request.ts'

/** Whether the caller owns the account, and so may see its keys and access control lists. */
export const isOwner = ({ account, access, headers }: ObjectRequest): boolean =>
  access.may({ account, headers, right: 'own' })
