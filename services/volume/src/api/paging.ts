import { errors } from '../errors.ts'

const wholeNumber = (name: string, text: string | null): number | undefined => {
  if (text === null) return undefined
  if (!/^\d{1,9}$/.test(text))
    throw errors.InvalidInput({ reason: `${name} param must be an integer, not negative: '${text}'` })
  return Number(text)
}

/** `limit`, `offset` and `marker` of a list request, which gets `mostItems` at once whatever it asks. */
export const pagingOf = (query: URLSearchParams, mostItems: number) => {
  const marker = query.get('marker')
  return {
    limit: Math.min(wholeNumber('limit', query.get('limit')) ?? mostItems, mostItems),
    offset: wholeNumber('offset', query.get('offset')) ?? 0,
    ...(marker === null ? {} : { marker }),
  }
}

/** A flag in a query as Python's clients write it. */
export const isTrue = (text: string | null): boolean =>
  ['1', 't', 'true', 'on', 'y', 'yes'].includes((text ?? '').toLowerCase())
