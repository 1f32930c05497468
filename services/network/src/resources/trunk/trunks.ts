import { type SubPort, trunk } from '@nimbo/contracts/network/trunk'
import { grouped } from '@nimbo/resource/rows/grouped'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

/** The sub-ports of trunks, by trunk. */
export const subPortsOf = async (db: Db, trunkIds: readonly string[]): Promise<Map<string, SubPort[]>> => {
  const rows =
    trunkIds.length === 0
      ? []
      : await db
          .selectFrom('sub_ports')
          .selectAll()
          .where('trunk_id', 'in', trunkIds)
          .orderBy('segmentation_id')
          .execute()
  return grouped(
    rows,
    ({ trunk_id }) => trunk_id,
    ({ port_id, segmentation_type, segmentation_id }) => ({ port_id, segmentation_type, segmentation_id }),
  )
}

export const trunks = repository(trunk, {
  visibleTo: ownedBy(trunk),
  apart: { sub_ports: { read: (db: Db, ids) => subPortsOf(db, ids), none: [] } },
})

/** Inserts checked sub-ports. */
export const insertSubPorts = async (
  db: Db,
  trunkId: string,
  subPorts: readonly SubPort[],
): Promise<void> => {
  if (subPorts.length === 0) return
  await db
    .insertInto('sub_ports')
    .values(subPorts.map((each) => ({ ...each, trunk_id: trunkId })))
    .execute()
}

/** Deletes a sub-port; false when the trunk does not have it. */
export const deleteSubPort = async (db: Db, trunkId: string, portId: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('sub_ports')
    .where('trunk_id', '=', trunkId)
    .where('port_id', '=', portId)
    .returning('port_id')
    .executeTakeFirst()
  return gone !== undefined
}
