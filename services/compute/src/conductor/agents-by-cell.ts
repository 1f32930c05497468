import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { Cells } from '../cells/open-cells.ts'
import type { SpeaksToHosts } from '../flows/flow-deps.ts'

/** The agent of a host, over the broker of its cell. */
export const agentsByCell =
  ({ bus }: Pick<Cells, 'bus'>): SpeaksToHosts['agent'] =>
  async ({ cellId, host }) =>
    rpcClient(await bus(cellId), agentRpc).on(host)
