import type { Kysely } from 'kysely'
import type { HeatTables } from './tables.ts'

/** The database of stacks, or a transaction in it. */
export type Db = Kysely<HeatTables>
