import type { PlainPort } from '@nimbo/contracts/network/port'
import type { PortBinding } from '@nimbo/contracts/network/port-bindings'
import type { Selectable } from 'kysely'
import type { Db, NetworkTables } from '../../tables.ts'

type Row = Selectable<NetworkTables['port_bindings']>

/** The active binding, which is stored with the port; none when the port is unbound. */
const activeOf = (port: PlainPort): PortBinding[] =>
  port['binding:host_id'] === ''
    ? []
    : [
        {
          host: port['binding:host_id'],
          vif_type: port['binding:vif_type'],
          vif_details: { ...port['binding:vif_details'] },
          vnic_type: port['binding:vnic_type'],
          profile: { ...port['binding:profile'] },
          status: 'ACTIVE',
          project_id: port.project_id,
        },
      ]

const fromRow = ({ project_id }: PlainPort, row: Row): PortBinding => ({
  host: row.host,
  vif_type: row.vif_type,
  vif_details: JSON.parse(row.vif_details),
  vnic_type: row.vnic_type,
  profile: JSON.parse(row.profile),
  status: 'INACTIVE',
  project_id,
})

/** All bindings of a port, the active one first. An inactive one for the same host is ignored. */
export const bindingsOf = async (db: Db, port: PlainPort): Promise<PortBinding[]> => {
  const rows = await db
    .selectFrom('port_bindings')
    .selectAll()
    .where('port_id', '=', port.id)
    .where('host', '<>', port['binding:host_id'])
    .orderBy('host')
    .execute()
  return [...activeOf(port), ...rows.map((row) => fromRow(port, row))]
}

/** Stores an inactive binding. */
export const keepBinding = async (
  db: Db,
  portId: string,
  { host, vif_type, vif_details, vnic_type, profile }: Omit<PortBinding, 'status' | 'project_id'>,
): Promise<void> => {
  const columns = {
    ...{ vif_type, vnic_type },
    ...{ vif_details: JSON.stringify(vif_details), profile: JSON.stringify(profile) },
  }
  await db
    .insertInto('port_bindings')
    .values({ port_id: portId, host, ...columns })
    .onConflict((conflict) => conflict.columns(['port_id', 'host']).doUpdateSet(columns))
    .execute()
}

export const dropBinding = async (db: Db, portId: string, host: string): Promise<void> => {
  await db.deleteFrom('port_bindings').where('port_id', '=', portId).where('host', '=', host).execute()
}
