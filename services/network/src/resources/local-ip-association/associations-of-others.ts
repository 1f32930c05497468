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
import { tellNeighbours } from './tell-neighbours.ts'

const placeOf = ({ network_id, 'binding:host_id': host }: PlainPort) => ({ networkId: network_id, host })

/** Notes whether any local address stands for a port of the network, so that ports of all others need not be asked. */
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

/** Ports beside the one that a local address stands for reach it there, or do so no more. */
export const spreadAssociation = async (
  inside: Inside,
  { fixed_port_id: portId }: PlainPortAssociation,
): Promise<void> => {
  const fixed = await ports.plain(inside.db, 'all', portId)
  if (!fixed) return
  await noteOnNetwork(inside.db, fixed.network_id)
  tellNeighbours(inside, placeOf(fixed))
}

/** An address that stands for something stays. */
export const refuseWhileAssociated = async ({ db }: Inside, { id }: PlainLocalIp): Promise<void> => {
  if ((await associationsOf(db, id)).length > 0) throw errors.LocalIPInUse({ id })
}

/** So does the port that has the address. */
export const refuseWhileOfLocalIp = async (
  { db }: Inside,
  { id, device_owner: owner }: PlainPort,
): Promise<void> => {
  if ((await localIps.list(db, 'all', { local_port_id: [id] }, { fields: ['id'] })).length > 0)
    throw routerErrors.ServicePortInUse({ portId: id, owner })
}

/** A local address stands for a port no more that is deleted. */
export const partWithPort = async (inside: Inside, { id }: PlainPort): Promise<void> => {
  for (const each of await associationsWith(inside.db, id)) await remove(inside, portAssociations, each)
}

const whereabouts = (one: PlainPort): string => `${one['binding:host_id']} ${one.mac_address}`

/** Nor by an address it has no more; where it goes, others reach it instead. */
export const followPort = async (inside: Inside, { before, after }: Change<typeof port>): Promise<void> => {
  const kept = new Set(after.fixed_ips.map(({ ip_address }) => ip_address))
  const lost = before.fixed_ips.some(({ ip_address }) => !kept.has(ip_address))
  if (!lost && whereabouts(before) === whereabouts(after)) return
  for (const each of await associationsWith(inside.db, after.id)) {
    if (!kept.has(each.fixed_ip ?? '')) await remove(inside, portAssociations, each)
    for (const one of [before, after]) tellNeighbours(inside, placeOf(one))
  }
}
