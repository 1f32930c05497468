import { errors } from '../errors.ts'

const wholeNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text))
    throw errors.InvalidInput({ reason: `${name} param must be an integer, not negative: '${text}'` })
  return Number(text)
}

interface PagingQuery {
  readonly limit?: string
  readonly offset?: string
  readonly marker?: string
}

/** Parses `limit`, `offset` and `marker` of a list request; a page has at most `mostItems` items. */
export const pagingOf = ({ limit, offset, marker }: PagingQuery, mostItems: number) => ({
  limit: Math.min(wholeNumber('limit', limit) ?? mostItems, mostItems),
  offset: wholeNumber('offset', offset) ?? 0,
  ...(marker === undefined ? {} : { marker }),
})

/** Parses a boolean of a query, in the notations that Python clients use. */
export const isTrue = (text: string | undefined): boolean =>
  ['1', 't', 'true', 'on', 'y', 'yes'].includes((text ?? '').toLowerCase())
