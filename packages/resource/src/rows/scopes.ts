import { type SqlBool, sql } from 'kysely'
import type { Kind } from '../describe/kind.ts'
import type { Condition } from './row-queries.ts'

/** Visible to all; policy decides the rest. */
export const knownToAll = (): Condition => sql<SqlBool>`1 = 1`

/** Visible to the owning project. */
export const ownedBy =
  ({ collection }: Kind) =>
  (projectId: string): Condition =>
    sql<SqlBool>`${sql.ref(`${collection}.project_id`)} = ${projectId}`

/** Visible to the owning project, or to all if shared. */
export const ownedByOrShared =
  ({ collection }: Kind) =>
  (projectId: string): Condition =>
    sql<SqlBool>`(${sql.ref(`${collection}.project_id`)} = ${projectId} or ${sql.ref(`${collection}.shared`)} = 1)`
