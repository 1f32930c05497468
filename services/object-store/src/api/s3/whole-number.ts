import { s3Errors } from '../../s3-errors.ts'

/** A number from the query: `most` by default and at most. */
export const wholeNumber = (query: URLSearchParams, name: string, most: number, least = 0): number => {
  const text = query.get(name)
  if (text === null || text === '') return most
  if (!/^\d{1,10}$/.test(text) || Number(text) < least)
    throw s3Errors.InvalidArgument({ reason: `Argument ${name} must be an integer of at least ${least}.` })
  return Math.min(Number(text), most)
}
