import type { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { OperationDeps } from '../operations/operation-deps.ts'

/** The calls that read kept disks from another host of the cell. */
export type OtherHost = Pick<RpcCallers<typeof agentRpc.methods>, 'disksAside' | 'readDiskAside'>

export type MoveDeps = OperationDeps & {
  /** The RPC client of another host of this cell. */
  readonly otherHost: (host: string) => OtherHost
}
