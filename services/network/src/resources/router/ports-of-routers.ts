import type { Network, network } from '@nimbo/contracts/network/network'
import type { PlainPort, port } from '@nimbo/contracts/network/port'
import type { Change } from '@nimbo/resource/hooks'
import type { Inside } from '../../app/deps.ts'
import type { Db } from '../../tables.ts'
import { networks } from '../network/networks.ts'
import { routerCentralOwner, routerGatewayOwner, routerInterfaceOwners } from '../port/device-owners.ts'
import { errors } from './errors.ts'
import { isGatewayOfAny } from './gateways.ts'
import { routers } from './routers.ts'
import { reportRunning } from './schedule-router.ts'

const ownersOfRouters = [...routerInterfaceOwners, routerGatewayOwner, routerCentralOwner]

/** Refuses to delete a port of an existing router. */
export const refuseWhileOfRouter = async (
  { db }: Inside,
  { id, device_id: routerId, device_owner: owner }: PlainPort,
): Promise<void> => {
  if (!ownersOfRouters.includes(owner)) return
  if (await routers.plain(db, 'all', routerId)) throw errors.ServicePortInUse({ portId: id, owner })
}

const routersOn = (db: Db, networkId: string): Promise<{ readonly device_id: string }[]> =>
  db
    .selectFrom('ports')
    .select('device_id')
    .distinct()
    .where('network_id', '=', networkId)
    .where('device_owner', 'in', [...routerInterfaceOwners, routerGatewayOwner])
    .execute()

/** Tells the hosts of the routers on a network to apply its changed MTU or the changed settings of its subnets. */
export const tellRoutersOn = async (inside: Inside, networkId: string): Promise<void> => {
  for (const { device_id } of await routersOn(inside.db, networkId)) await reportRunning(inside, device_id)
}

/** Tells the hosts of a router to apply the changed addresses of its port. */
export const tellRouterOfPort = async (inside: Inside, { after }: Change<typeof port>): Promise<void> => {
  const { device_id: routerId, device_owner: owner } = after
  if (ownersOfRouters.includes(owner)) await reportRunning(inside, routerId)
}

/** Refuses a second default external network. */
export const keepOneDefault = async ({ db }: Inside, { id, ...network }: Network): Promise<void> => {
  if (!network.is_default || !network['router:external']) return
  const defaults = { is_default: [true], 'router:external': [true] }
  const others = await networks.list(db, 'all', defaults, { fields: ['id'] })
  const other = others.find((each) => each.id !== id)
  if (other) throw errors.DefaultExternalNetworkExists({ id: other.id })
}

/** Refuses to make a network internal while routers have gateways on it. */
export const refuseWhileGateway = async (
  { db }: Inside,
  { before, after }: Change<typeof network>,
): Promise<void> => {
  const turnsInward = before['router:external'] && !after['router:external']
  if (turnsInward && (await isGatewayOfAny(db, after.id))) throw errors.ExternalNetworkInUse({ id: after.id })
}
