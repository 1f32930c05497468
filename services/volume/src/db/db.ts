import type { Kysely } from 'kysely'
import type { VolumeTables } from './tables.ts'

/** The database, or a transaction on it. */
export type Db = Kysely<VolumeTables>
