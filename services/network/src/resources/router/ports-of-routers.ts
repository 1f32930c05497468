import type { PlainPort } from '@nimbo/contracts/network/port'
import type { Change } from '@nimbo/resource/hooks'
import type { network } from '@nimbo/contracts/network/network'
import type { Inside } from '../../app/deps.ts'
import { routerGatewayOwner, routerInterfaceOwner } from '../port/device-owners.ts'
import { errors } from './errors.ts'
import { isGatewayOfAny } from './gateways.ts'
import { routers } from './routers.ts'

/** Refuses to delete a port that a router stands on; one whose router is gone may go. */
export const refuseWhileOfRouter = async (
  { db }: Inside,
  { id, device_id: routerId, device_owner: owner }: PlainPort,
): Promise<void> => {
  if (owner !== routerInterfaceOwner && owner !== routerGatewayOwner) return
  if (await routers.plain(db, 'all', routerId)) throw errors.ServicePortInUse({ portId: id, owner })
}

/** Refuses to make a network internal by which routers lead outside. */
export const refuseWhileGateway = async (
  { db }: Inside,
  { before, after }: Change<typeof network>,
): Promise<void> => {
  const turnsInward = before['router:external'] && !after['router:external']
  if (turnsInward && (await isGatewayOfAny(db, after.id))) throw errors.ExternalNetworkInUse({ id: after.id })
}
