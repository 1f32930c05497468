import type { Bus } from '@nimbo/bus/bus'
import { type HostInventory, networkAgent } from '@nimbo/contracts/network/agent-rpc'
import { l3Agent } from '@nimbo/contracts/network/l3-rpc'
import type { Context } from '@nimbo/kernel/context'
import { rpcClient } from '@nimbo/rpc/rpc-client'

/** Queries agents for what is on their hosts, and has them correct it. */
export interface Inventories {
  ofHost(ctx: Context, host: string): Promise<HostInventory>
  /** The ids of the routers with a namespace on the host. */
  ofRouters(ctx: Context, host: string): Promise<readonly string[]>
  /** Has the agents of a host do their full resync at once instead of within a minute. */
  resync(ctx: Context, host: string): Promise<void>
}

export const inventoriesOver = (bus: Bus): Inventories => {
  const agents = rpcClient(bus, networkAgent)
  const l3Agents = rpcClient(bus, l3Agent)
  return {
    ofHost: (ctx, host) => agents.on(host).inventory(ctx, {}),
    ofRouters: async (ctx, host) => (await l3Agents.on(host).inventory(ctx, {})).routers,
    resync: async (ctx, host) => {
      await agents.on(host).resync(ctx, {})
      await l3Agents.on(host).resync(ctx, {})
    },
  }
}
