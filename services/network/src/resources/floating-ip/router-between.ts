import type { Db } from '../../tables.ts'
import { gatewaysOf } from '../router/gateways.ts'
import { routersOnSubnet } from '../router/routers-on-subnet.ts'

/** The router by which a subnet reaches a network outside: of several, the one that is the subnet's gateway. */
export const routerBetween = async (
  db: Db,
  subnetId: string,
  networkId: string,
): Promise<string | undefined> => {
  const candidates = await routersOnSubnet(db, subnetId)
  const gateways = await gatewaysOf(db, candidates)
  return candidates.find((id) => gateways.get(id)?.some(({ gateway }) => gateway.network_id === networkId))
}
