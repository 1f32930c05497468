import type { Db } from '../../tables.ts'
import { gatewaysOf } from '../router/gateways.ts'
import { routersOnSubnet } from '../router/routers-on-subnet.ts'

/**
 * The router that connects a subnet with an external network. If several do, the one with the subnet's gateway address.
 */
export const routerBetween = async (
  db: Db,
  subnetId: string,
  networkId: string,
): Promise<string | undefined> => {
  const candidates = await routersOnSubnet(db, subnetId)
  const gateways = await gatewaysOf(db, candidates)
  return candidates.find((id) => gateways.get(id)?.some(({ gateway }) => gateway.network_id === networkId))
}
