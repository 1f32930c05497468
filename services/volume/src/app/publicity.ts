import { errors } from '../errors.ts'
import { isFalse, isTrue } from './paging.ts'

/** Parses the `is_public` filter of volume types: true for public types, false for private ones, undefined for both. */
export const publicityIn = (text: string | undefined): boolean | undefined => {
  if (text === undefined || text.toLowerCase() === 'none') return undefined
  if (isTrue(text) || isFalse(text)) return isTrue(text)
  throw errors.BadRequest({ reason: `Invalid is_public filter [${text}]` })
}
