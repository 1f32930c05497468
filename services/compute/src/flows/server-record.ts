import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { Databases } from '../cells/databases.ts'
import { blockDevices, type StoredBlockDevice } from '../db/block-devices.ts'
import type { CellTables } from '../db/cell-tables.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { instances } from '../db/instances.ts'
import type { Server } from '../domain/server.ts'

/** A server in its cell. */
export interface ServerRecord {
  readonly cellId: string
  readonly cell: Kysely<CellTables>
  readonly server: Server
  readonly disks: readonly StoredBlockDevice[]
}

/** Finds a living server in whichever cell has it; undefined when no cell has (any more). */
export const serverRecord = async (
  { databases, clock }: { readonly databases: Databases; readonly clock: Clock },
  serverId: string,
): Promise<ServerRecord | undefined> => {
  const mapping = await instanceMappings(databases.api, clock).find(serverId)
  if (mapping?.cell_id == null) return undefined
  const cell = await databases.cell(mapping.cell_id)
  const server = await instances(cell, clock).find(serverId)
  if (server === undefined) return undefined
  return { cellId: mapping.cell_id, cell, server, disks: await blockDevices(cell, clock).ofServer(serverId) }
}
