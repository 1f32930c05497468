import type { HostRoute } from '@nimbo/contracts/network/subnet'
import type { NeutronConfig } from '../../config.ts'
import { errors } from './errors.ts'
import { checkHostRoutes } from './subnet-rules.ts'

interface Lists {
  readonly dns_nameservers?: readonly string[]
  readonly host_routes?: readonly HostRoute[]
}

/**
 * Throws for too many name servers or routes (`max_dns_nameservers`, `max_subnet_host_routes`), or routes of the other
 * IP version.
 */
export const checkLists = (
  { DEFAULT }: NeutronConfig,
  subnet: string,
  ipVersion: number,
  { dns_nameservers: servers = [], host_routes: routes = [] }: Lists,
): void => {
  const { max_dns_nameservers: mostServers, max_subnet_host_routes: mostRoutes } = DEFAULT
  if (servers.length > mostServers) throw errors.DNSNameServersExhausted({ subnet, limit: mostServers })
  if (routes.length > mostRoutes) throw errors.HostRoutesExhausted({ subnet, limit: mostRoutes })
  checkHostRoutes(routes, ipVersion)
}
