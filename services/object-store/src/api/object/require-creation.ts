import type { StoredObject } from '../../db/objects.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'

/** Checks `If-None-Match: *`: throws if the object exists. Uploads support no other condition. */
export const requireCreation = ({ headers }: ObjectRequest, before: StoredObject | undefined): void => {
  const condition = headers['if-none-match']
  if (condition === undefined) return
  if (condition.trim() !== '*') throw errors.Invalid({ reason: 'If-None-Match only supports *' })
  if (before) throw errors.PreconditionFailed({ reason: '' })
}
