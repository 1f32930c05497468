import type { Server } from 'node:net'
import type { RunRouter } from '@nimbo/contracts/network/l3-rpc'

export type { Distribution, Election, RouterPort, RunRouter } from '@nimbo/contracts/network/l3-rpc'

/**
 * Runs routers on a host. The outer ends of their devices look like those of other ports, and the L2 agent wires them.
 */
export interface RunsRouters {
  /** Runs the router exactly as described. Only differences are applied, so that traffic is not interrupted. */
  ensureRouter(router: RunRouter): Promise<void>
  /** Removes a router from the host. Idempotent. */
  removeRouter(routerId: string): Promise<void>
  /** Ids of the routers on this host. */
  routers(): Promise<readonly string[]>
  /** Sockets for metadata requests of guests on the networks of a router. The caller closes them. */
  openMetadata(router: RunRouter): Promise<readonly Server[]>
  /** Whether this host is the active one of an HA router, according to VRRP. */
  isActive(routerId: string): Promise<boolean>
  /** Calls `held` with the id of each router whose HA state may have changed, until the returned function is called. */
  watchElections(held: (routerId: string) => void): () => void
  /** Ends the driver's own watchers; what guests need keeps running. */
  close(): Promise<void>
}
