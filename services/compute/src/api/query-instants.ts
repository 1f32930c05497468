import { readInstant } from '../domain/server-list/read-instant.ts'
import { errors } from '../errors.ts'

interface Changed {
  readonly 'changes-since'?: string | undefined
  readonly 'changes-before'?: string | undefined
}

const instantOf = (query: Changed, name: keyof Changed): string | undefined => {
  const text = query[name]
  if (text === undefined) return undefined
  const instant = readInstant(text)
  if (instant === undefined)
    throw errors.BadRequest({
      reason: `Invalid input for query parameters ${name}. Value: ${text}. '${text}' is not a 'date-time'`,
    })
  return instant
}

/** The `changes-since` and `changes-before` of a query. Throws `BadRequest`. */
export const changesIn = (
  query: Changed,
): { readonly changesSince?: string; readonly changesBefore?: string } => {
  const since = instantOf(query, 'changes-since')
  const before = instantOf(query, 'changes-before')
  if (since !== undefined && before !== undefined && before < since)
    throw errors.BadRequest({
      reason: 'The value of changes-since must be less than or equal to changes-before.',
    })
  return {
    ...(since === undefined ? {} : { changesSince: since }),
    ...(before === undefined ? {} : { changesBefore: before }),
  }
}
