import { type SqlBool, sql } from 'kysely'
import type { Kind } from '../describe/kind.ts'
import type { Condition } from './row-queries.ts'

/** Whoever may ask may know of all; policies judge the rest. */
export const knownToAll = (): Condition => sql<SqlBool>`1 = 1`

/** A project may know of what is its own. */
export const ownedBy =
  ({ collection }: Kind) =>
  (projectId: string): Condition =>
    sql<SqlBool>`${sql.ref(`${collection}.project_id`)} = ${projectId}`

/** A project may know of what is its own, and of what is shared with all. */
export const ownedByOrShared =
  ({ collection }: Kind) =>
  (projectId: string): Condition =>
    sql<SqlBool>`(${sql.ref(`${collection}.project_id`)} = ${projectId} or ${sql.ref(`${collection}.shared`)} = 1)`
