import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import type { Port } from '@nimbo/contracts/network/port'
import { subPortOwner } from '../../resources/trunk/bind-sub-ports.ts'
import type { Db } from '../../tables.ts'
import { tapName } from './device-names.ts'

type InTrunk = NonNullable<WiredPort['trunk']>

/** For each sub-port, the device of its trunk's parent port, and the VLAN of the sub-port on it. */
export const trunksOfPorts = async (
  db: Db,
  ports: readonly Pick<Port, 'id' | 'device_owner'>[],
): Promise<ReadonlyMap<string, InTrunk>> => {
  const ids = ports.flatMap(({ id, device_owner }) => (device_owner === subPortOwner ? [id] : []))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('sub_ports')
    .innerJoin('trunks', 'trunks.id', 'sub_ports.trunk_id')
    .select(['sub_ports.port_id as id', 'trunks.port_id as parent', 'sub_ports.segmentation_id as vlan'])
    .where('sub_ports.port_id', 'in', ids)
    .orderBy('sub_ports.port_id')
    .execute()
  return new Map(rows.map(({ id, parent, vlan }) => [id, { device: tapName(parent), vlan }]))
}
