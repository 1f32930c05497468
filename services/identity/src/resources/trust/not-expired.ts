import type { Condition } from '@nimbo/resource/rows/row-queries'
import { type SqlBool, sql } from 'kysely'

/** The condition for trusts that have not expired. */
export const notExpired = (now: string): Condition =>
  sql<SqlBool>`(expires_at is null or expires_at > ${now})`
