import type { Route } from '@nimbo/contracts/network/routes'
import { cidrOf, contains } from '@nimbo/ip/ip'
import type { Inside } from '../../app/deps.ts'
import { errors } from './errors.ts'
import { portsOfRouter, subnetsOfPorts } from './router-ports.ts'

/** Throws unless the next hop of each route is on a subnet of the router, and not the router itself. */
export const checkRoutes = async (
  { deps, db }: Inside,
  id: string,
  routes: readonly Route[],
): Promise<void> => {
  const { max_routes: limit } = deps.config.DEFAULT
  if (routes.length > limit) throw errors.RoutesExhausted({ id, limit })
  if (routes.length === 0) return
  const ports = await portsOfRouter(db, id)
  const cidrs = (await subnetsOfPorts(db, ports)).map(({ cidr }) => cidrOf(cidr))
  const own = new Set(ports.flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address)))
  for (const { destination, nexthop } of routes) {
    if (!cidrs.some((cidr) => contains(cidr, nexthop)))
      throw errors.InvalidRoutes({ routes, reason: 'the nexthop is not connected with router' })
    if (own.has(nexthop)) throw errors.InvalidRoutes({ routes, reason: 'the nexthop is used by router' })
    if (cidrOf(destination).version !== (nexthop.includes(':') ? 6 : 4))
      throw errors.InvalidRoutes({ routes, reason: 'the nexthop and the destination differ in version' })
  }
}
