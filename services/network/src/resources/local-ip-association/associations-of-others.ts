import type { PlainLocalIp, PlainPortAssociation } from '@nimbo/contracts/network/local-ip'
import type { PlainPort, port } from '@nimbo/contracts/network/port'
import type { Change } from '@nimbo/resource/hooks'
import { remove } from '../../app/life.ts'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { errors } from '../local-ip/errors.ts'
import { localIps } from '../local-ip/local-ips.ts'
import { ports } from '../port/ports.ts'
import { errors as routerErrors } from '../router/errors.ts'
import { associationsOf, associationsWith, portAssociations } from './port-associations.ts'
import { notifyNeighbours } from './notify-neighbours.ts'

const placeOf = ({ network_id, 'binding:host_id': host }: PlainPort) => ({ networkId: network_id, host })

/**
 * Records on the network whether any of its ports has a local IP, so that the ports of other networks need no lookup.
 */
const noteOnNetwork = async (db: Db, networkId: string): Promise<void> => {
  const some = await db
    .selectFrom('port_associations')
    .innerJoin('ports', 'ports.id', 'port_associations.fixed_port_id')
    .select('port_associations.id')
    .where('ports.network_id', '=', networkId)
    .limit(1)
    .executeTakeFirst()
  const local_ips = some === undefined ? 0 : 1
  await db.updateTable('networks').set({ local_ips }).where('id', '=', networkId).execute()
}

/** Updates the ports near an associated port after the association was created or deleted. */
export const spreadAssociation = async (
  inside: Inside,
  { fixed_port_id: portId }: PlainPortAssociation,
): Promise<void> => {
  const fixed = await ports.plain(inside.db, 'all', portId)
  if (!fixed) return
  await noteOnNetwork(inside.db, fixed.network_id)
  notifyNeighbours(inside, placeOf(fixed))
}

/** Refuses to delete a local IP with associations. */
export const refuseWhileAssociated = async ({ db }: Inside, { id }: PlainLocalIp): Promise<void> => {
  if ((await associationsOf(db, id)).length > 0) throw errors.LocalIPInUse({ id })
}

/** Refuses to delete the port that holds a local IP's address. */
export const refuseWhileOfLocalIp = async (
  { db }: Inside,
  { id, device_owner: owner }: PlainPort,
): Promise<void> => {
  if ((await localIps.list(db, 'all', { local_port_id: [id] }, { fields: ['id'] })).length > 0)
    throw routerErrors.ServicePortInUse({ portId: id, owner })
}

/** Deletes the associations of a deleted port. */
export const partWithPort = async (inside: Inside, { id }: PlainPort): Promise<void> => {
  for (const each of await associationsWith(inside.db, id)) await remove(inside, portAssociations, each)
}

const whereabouts = (one: PlainPort): string => `${one['binding:host_id']} ${one.mac_address}`

/** Deletes associations with addresses that a port lost, and updates the hosts when the port moved. */
export const followPort = async (inside: Inside, { before, after }: Change<typeof port>): Promise<void> => {
  const kept = new Set(after.fixed_ips.map(({ ip_address }) => ip_address))
  const lost = before.fixed_ips.some(({ ip_address }) => !kept.has(ip_address))
  if (!lost && whereabouts(before) === whereabouts(after)) return
  for (const each of await associationsWith(inside.db, after.id)) {
    if (!kept.has(each.fixed_ip ?? '')) await remove(inside, portAssociations, each)
    for (const one of [before, after]) notifyNeighbours(inside, placeOf(one))
  }
}
