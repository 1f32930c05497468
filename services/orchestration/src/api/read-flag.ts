import { errors } from '../errors.ts'

const truths = ['true', 't', 'yes', 'y', 'on', '1']
const falsehoods = ['false', 'f', 'no', 'n', 'off', '0']

/** Reads a boolean parameter; undefined if it is missing. */
export const readFlag = (name: string, given: unknown): boolean | undefined => {
  if (given === undefined || given === null) return undefined
  const word = String(given).toLowerCase()
  if (truths.includes(word)) return true
  if (falsehoods.includes(word)) return false
  throw errors.BadRequest({
    message: `Unrecognized value "${String(given)}" for "${name}", acceptable values are: true, false`,
  })
}

/** Reads a timeout in minutes; undefined if it is missing or 0. */
export const readTimeout = (given: unknown): number | undefined => {
  if (given === undefined || given === null) return undefined
  const minutes = Number(given)
  if (!Number.isInteger(minutes) || minutes < 0)
    throw errors.BadRequest({
      message: `Timeout value must be a positive number of minutes, not ${String(given)}`,
    })
  return minutes === 0 ? undefined : minutes
}

/** Reads tags from a comma-separated text or a list. */
export const readTags = (given: unknown): readonly string[] | undefined => {
  if (given === undefined || given === null) return undefined
  const tags = (Array.isArray(given) ? given.map(String) : String(given).split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const bad = tags.find((tag) => tag.length > 80 || tag.includes(','))
  if (bad !== undefined)
    throw errors.BadRequest({ message: `Invalid tag, "${bad}" is longer than 80 characters or has a comma` })
  return tags
}
