import type { Kysely } from 'kysely'
import type { HeatTables } from './tables.ts'

/** The database of the service, or a transaction on it. */
export type Db = Kysely<HeatTables>
