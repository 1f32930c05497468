import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { blockDevices, type StoredBlockDevice } from '../db/servers/block-devices.ts'
import type { CellTables } from '../db/schema/cell-tables.ts'
import type { Databases } from '../db/cells/databases.ts'
import { instanceMappings } from '../db/cells/instance-mappings.ts'
import { instances } from '../db/servers/instances.ts'
import type { Server } from '../domain/servers/server.ts'

/** A server with its cell. */
export interface ServerRecord {
  readonly cellId: string
  readonly cell: Kysely<CellTables>
  readonly server: Server
  readonly disks: readonly StoredBlockDevice[]
}

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
}

/** A server of a cell with its disks. */
export const withDisks = async (
  { clock, cellId }: Pick<Deps, 'clock'> & { readonly cellId: string },
  cell: Kysely<CellTables>,
  server: Server,
): Promise<ServerRecord> => ({
  cellId,
  cell,
  server,
  disks: await blockDevices(cell, clock).ofServer(server.id),
})

/** An undeleted server of a cell; undefined when there is none. */
export const serverInCell = async (
  deps: Deps & { readonly cellId: string },
  serverId: string,
): Promise<ServerRecord | undefined> => {
  const cell = await deps.databases.cell(deps.cellId)
  const server = await instances(cell, deps.clock).find(serverId)
  return server && withDisks(deps, cell, server)
}

/** Finds an undeleted server in any cell; undefined when there is none. */
export const serverRecord = async (deps: Deps, serverId: string): Promise<ServerRecord | undefined> => {
  const mapping = await instanceMappings(deps.databases.api, deps.clock).find(serverId)
  return mapping?.cell_id == null ? undefined : serverInCell({ ...deps, cellId: mapping.cell_id }, serverId)
}

/**
 * Whether a server is deleted by now, or being deleted. The deletion may then have looked for the server's resources
 * before the caller recorded one, and so miss it.
 */
export const isLeaving = async (
  { clock }: Pick<Deps, 'clock'>,
  { cell, server: { id } }: Pick<ServerRecord, 'cell' | 'server'>,
): Promise<boolean> => {
  const server = await instances(cell, clock).findPart(id, ['taskState'])
  return server === undefined || server.taskState === 'deleting'
}
