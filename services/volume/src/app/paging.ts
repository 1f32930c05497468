import { errors } from '../errors.ts'

const mostOffset = 2_147_483_647

const limitIn = (text: string): number => {
  if (!/^-?\d+$/.test(text)) throw errors.BadRequest({ reason: 'limit param must be an integer' })
  if (text.startsWith('-')) throw errors.BadRequest({ reason: 'limit param must be positive' })
  return Number(text)
}

const offsetIn = (text: string): number => {
  if (!/^-?\d+$/.test(text)) throw errors.BadRequest({ reason: 'offset must be an integer' })
  if (text.startsWith('-')) throw errors.BadRequest({ reason: 'offset must be >= 0' })
  if (Number(text) > mostOffset) throw errors.BadRequest({ reason: `offset must be <= ${mostOffset}` })
  return Number(text)
}

interface PagingQuery {
  readonly limit?: string
  readonly offset?: string
  readonly marker?: string
}

/** Parses `limit`, `offset` and `marker` of a list request; a page has at most `mostItems` items. */
export const pagingOf = ({ limit, offset, marker }: PagingQuery, mostItems: number) => ({
  limit: limit === undefined ? mostItems : Math.min(limitIn(limit), mostItems),
  offset: offset === undefined ? 0 : offsetIn(offset),
  ...(marker === undefined ? {} : { marker }),
})

const truths = ['1', 't', 'true', 'on', 'y', 'yes']
const falsehoods = ['0', 'f', 'false', 'off', 'n', 'no']

/** Whether a text means true, in the notations that Python clients use. */
export const isTrue = (text: string | undefined): boolean => truths.includes((text ?? '').toLowerCase())

/** Whether a text means false; there are texts that mean neither. */
export const isFalse = (text: string): boolean => falsehoods.includes(text.trim().toLowerCase())

/** A boolean query parameter; false if it is missing. Throws for a text that means neither true nor false. */
export const flagOf = (name: string, text: string | undefined): boolean => {
  if (text === undefined || isTrue(text)) return text !== undefined
  if (isFalse(text)) return false
  throw errors.BadRequest({ reason: `Value '${text}' for '${name}' is not a boolean.` })
}
