import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import type { CellTables } from '../db/schema/cell-tables.ts'
import { instances } from '../db/servers/instances.ts'

/**
 * Records the machine type of a server among the properties of its image, where Nova has it too. One that is recorded already
 * stays; a server that is gone has none.
 */
export const recordMachineType = async (
  cell: Kysely<CellTables>,
  clock: Clock,
  serverId: string,
  machineType: string,
): Promise<void> => {
  const server = await instances(cell, clock).findPart(serverId, ['imageProperties'])
  if (server === undefined || server.imageProperties.hw_machine_type !== undefined) return
  const imageProperties = { ...server.imageProperties, hw_machine_type: machineType }
  await instances(cell, clock).update(serverId, { imageProperties })
}
