import type { StoredObject } from '../../db/objects.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'

/** `If-None-Match: *`: put it only if there is none. No other condition is known of an upload. */
export const requireCreation = ({ headers }: ObjectRequest, before: StoredObject | undefined): void => {
  const condition = headers['if-none-match']
  if (condition === undefined) return
  if (condition.trim() !== '*') throw errors.Invalid({ reason: 'If-None-Match only supports *' })
  if (before) throw errors.PreconditionFailed({ reason: '' })
}
