import type { Server } from 'node:net'
import type { RunRouter } from '@nimbo/contracts/network/l3-rpc'

export type { Distribution, Election, RouterPort, RunRouter } from '@nimbo/contracts/network/l3-rpc'

/** Runs routers on a host. The outer ends of their wires are devices as ports have them, which the agent of ports wires. */
export interface RunsRouters {
  /** Runs exactly this from now on; what does not differ is not touched, so that packets go on crossing it. */
  ensureRouter(router: RunRouter): Promise<void>
  /** Nothing there is a success. */
  removeRouter(routerId: string): Promise<void>
  /** Ids of the routers that run here. */
  routers(): Promise<readonly string[]>
  /** Sockets that listen where guests on the networks of a router that runs ask for metadata. Who called closes them. */
  openMetadata(router: RunRouter): Promise<readonly Server[]>
  /** Whether packets cross the router here, of one that other hosts run too: which of them it is they find out by themselves. */
  isActive(routerId: string): Promise<boolean>
  /** Calls `held` with the id of each such router of which that may have changed, until the returned function is called. */
  watchElections(held: (routerId: string) => void): () => void
  /** Ends what it began of its own; what guests need goes on. */
  close(): Promise<void>
}
