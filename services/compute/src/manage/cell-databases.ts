import type { DatabaseHost } from '@nimbo/service/manage/database-host'
import type { FurtherDatabase } from '@nimbo/service/service'
import { apiMigrations } from '../db/schema/api-migrations.ts'
import type { ApiTables } from '../db/schema/api-tables.ts'
import { cellMappings } from '../db/cells/cell-mappings.ts'
import { cellMigrations } from '../db/schema/cell-migrations.ts'

/** The databases of all cells including cell0. */
export const cellDatabases = async ({
  openDatabase,
  clock,
}: DatabaseHost): Promise<readonly FurtherDatabase[]> => {
  const db = await openDatabase<ApiTables>('nova_api', apiMigrations)
  const cells = await cellMappings(db, clock).list()
  return cells.map(({ name, database }) => ({ name, address: database, migrations: cellMigrations }))
}
