import type { Bus } from '@nimbo/bus/bus'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { type RpcClient, rpcClient } from '@nimbo/rpc/rpc-client'
import type { Cells } from '../db/cells/open-cells.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'

/** RPC clients of hosts' agents, over the broker of their cell. */
export const agentsByCell = ({ bus }: Pick<Cells, 'bus'>): SpeaksToHosts['agent'] => {
  const clients = new WeakMap<Bus, RpcClient<(typeof agentRpc)['methods']>>()
  return async ({ cellId, host }) => {
    const broker = await bus(cellId)
    const client = clients.get(broker) ?? rpcClient(broker, agentRpc)
    clients.set(broker, client)
    return client.on(host)
  }
}
