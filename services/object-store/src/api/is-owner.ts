import type { ObjectRequest } from './object-request.ts'

/** Whether the caller owns the account, and so may see its secrets. */
export const isOwner = ({ account, access, headers }: ObjectRequest): boolean =>
  access.may({ account, headers, right: 'own' })
