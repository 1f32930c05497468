import { isDeepStrictEqual } from 'node:util'
import { addExtraroutes, removeExtraroutes } from '@nimbo/contracts/network/router-changes'
import type { Clients } from '../../resource-type/clients.ts'
import type { Drafted } from '../../resource-type/resource-type.ts'
import { given, namesOf, withSame } from '../also-needed.ts'

export interface Route {
  readonly destination: string
  readonly nexthop: string
}

export const isAmong = (routes: readonly Route[], route: Route): boolean =>
  routes.some((one) => isDeepStrictEqual(one, route))

/** Adds routes to a router and removes others, independently of concurrent changes. Idempotent. */
export const changeRoutes = async (
  { network }: Clients,
  router_id: string,
  { add = [], remove = [] }: { readonly add?: readonly Route[]; readonly remove?: readonly Route[] },
): Promise<void> => {
  const path = { router_id }
  if (remove.length > 0)
    await network.call(removeExtraroutes, { path, body: { router: { routes: [...remove] } } })
  if (add.length > 0) await network.call(addExtraroutes, { path, body: { router: { routes: [...add] } } })
}

/** The router interfaces that a route depends on, since its next hop must be on a network of the router. */
export const routesNeed = (own: Drafted, all: readonly Drafted[]): readonly string[] =>
  namesOf(
    withSame(all, 'OS::Neutron::RouterInterface', ['router', 'router_id'], given(own, 'router', 'router_id')),
  )
