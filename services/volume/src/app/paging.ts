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

/** `limit`, `offset` and `marker` of a list request, which gets `mostItems` at once whatever it asks. */
export const pagingOf = ({ limit, offset, marker }: PagingQuery, mostItems: number) => ({
  limit: Math.min(wholeNumber('limit', limit) ?? mostItems, mostItems),
  offset: wholeNumber('offset', offset) ?? 0,
  ...(marker === undefined ? {} : { marker }),
})

/** A flag in a query as Python's clients write it. */
export const isTrue = (text: string | undefined): boolean =>
  ['1', 't', 'true', 'on', 'y', 'yes'].includes((text ?? '').toLowerCase())
