import { errors } from '../errors.ts'
import { isFalse, isTrue } from './paging.ts'

/** Which types a list is asked for by `is_public`; all when undefined. */
export const publicityIn = (text: string | undefined): boolean | undefined => {
  if (text === undefined || text.toLowerCase() === 'none') return undefined
  if (isTrue(text) || isFalse(text)) return isTrue(text)
  throw errors.BadRequest({ reason: `Invalid is_public filter [${text}]` })
}
