import type { StoredObject } from '../../db/objects.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'

/**
 * Whether an upload may only create its object (`If-None-Match: *`). Throws at once if the object exists, so that the body is not
 * read in vain. Uploads support no other condition.
 */
export const requireCreation = ({ headers }: ObjectRequest, before: StoredObject | undefined): boolean => {
  const condition = headers['if-none-match']
  if (condition === undefined) return false
  if (condition.trim() !== '*') throw errors.Invalid({ reason: 'If-None-Match only supports *' })
  if (before) throw errors.PreconditionFailed({ reason: '' })
  return true
}
