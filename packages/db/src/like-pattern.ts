import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * `like` with a pattern of a user, in which `%` and `_` are wildcards. A backslash stands for itself: PostgreSQL by itself would take
 * it as an escape, and fail if it is the last character.
 */
export const likePattern = (value: Expression<unknown>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`(${value} like ${pattern.replaceAll('\\', '\\\\')} escape '\\')`
