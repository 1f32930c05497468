import type { Port } from '@nimbo/contracts/network/port'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Db } from '../../tables.ts'

type TrunkDetails = NonNullable<Port['trunk_details']>

/** The `trunk_details` of parent ports, for hypervisors; other ports are absent. */
export const trunkDetails = async (
  db: Db,
  portIds: readonly string[],
): Promise<Map<string, TrunkDetails>> => {
  const found = await db
    .selectFrom('trunks')
    .select(['id', 'port_id'])
    .where('port_id', 'in', portIds)
    .execute()
  if (found.length === 0) return new Map()
  const rows = await db
    .selectFrom('sub_ports')
    .innerJoin('ports', 'ports.id', 'sub_ports.port_id')
    .select([
      'sub_ports.trunk_id as trunk_id',
      'sub_ports.port_id as port_id',
      'segmentation_type',
      'segmentation_id',
      'mac_address',
    ])
    .where(
      'sub_ports.trunk_id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('segmentation_id')
    .execute()
  const byTrunk = grouped(
    rows,
    ({ trunk_id }) => trunk_id,
    ({ trunk_id: _trunk, ...subPort }) => subPort,
  )
  return new Map(
    found.map(({ id, port_id }) => [port_id, { trunk_id: id, sub_ports: byTrunk.get(id) ?? [] }]),
  )
}
