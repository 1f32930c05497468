import { ndpProxy, type PlainNdpProxy } from '@nimbo/contracts/network/ndp-proxy'
import { repository } from '@nimbo/resource/rows/repository'
import { ownedBy } from '@nimbo/resource/rows/scopes'
import type { Db } from '../../tables.ts'

export const ndpProxies = repository(ndpProxy, { visibleTo: ownedBy(ndpProxy) })

/** The NDP proxies of these routers. */
export const proxiesOf = (db: Db, routerIds: readonly string[]): Promise<PlainNdpProxy[]> =>
  ndpProxies.list(db, 'all', { router_id: routerIds })

/** The NDP proxies for addresses of a port. */
export const proxiesTo = (db: Db, portId: string): Promise<PlainNdpProxy[]> =>
  ndpProxies.list(db, 'all', { port_id: [portId] })
