import { openDatabase } from '@nimbo/db/open-database'
import type { Kysely } from 'kysely'
import type { FlowTables } from './flow-tables.ts'
import { flowsMigration } from './flows-migration.ts'

/** An empty table of flows, in memory. Only for tests. */
export const flowDatabase = (): Promise<Kysely<FlowTables>> =>
  openDatabase<FlowTables>('sqlite::memory:', { '0001-flows': flowsMigration })
