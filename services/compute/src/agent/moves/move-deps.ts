import type { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import type { RpcCallers } from '@nimbo/rpc/define-rpc'
import type { OperationDeps } from '../operations/operation-deps.ts'

/** What another host of the cell tells of disks that it has set aside. */
export type OtherHost = Pick<RpcCallers<typeof agentRpc.methods>, 'disksAside' | 'readDiskAside'>

export type MoveDeps = OperationDeps & {
  /** The agent of another host of this cell. */
  readonly otherHost: (host: string) => OtherHost
}
