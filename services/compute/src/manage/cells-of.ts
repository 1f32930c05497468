import type { ServiceHost } from '@nimbo/service/service-host'
import type { Kysely } from 'kysely'
import { apiMigrations } from '../db/schema/api-migrations.ts'
import type { ApiTables } from '../db/schema/api-tables.ts'
import { cellMappings } from '../db/cells/cell-mappings.ts'
import { cellMigrations } from '../db/schema/cell-migrations.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'

/** The parts of a host that open databases. */
export type DatabaseHost = Pick<ServiceHost, 'openDatabase' | 'clock'>

export interface ManagedCell {
  readonly name: string
  readonly db: Kysely<CellTables>
}

/** The API database and every cell's; rejects when one does not answer. */
export const managedDatabases = async (
  host: DatabaseHost,
): Promise<{ readonly api: Kysely<ApiTables>; readonly cells: readonly ManagedCell[] }> => {
  const api = await host.openDatabase<ApiTables>('nova_api', apiMigrations)
  const cells: ManagedCell[] = []
  for (const { name, database } of await cellMappings(api, host.clock).list())
    cells.push({ name, db: await host.openDatabase<CellTables>(database, cellMigrations) })
  return { api, cells }
}
