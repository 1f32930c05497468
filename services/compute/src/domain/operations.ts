import type { Operation } from '@nimbo/contracts/compute-rpc/operation'
import type { ServerId } from '@nimbo/kernel/ids'

/** Input of the flow `operate-server`, which lives in the cell's database. */
export interface OperateServer {
  readonly serverId: ServerId
  readonly operation: Operation
}

/** Input of the flow `delete-server`, which lives in the cell's database. */
export interface DeleteServer {
  readonly serverId: ServerId
}

/** Input of the flow `boot-server`, which lives in the API database beside the build request it works on. */
export interface BootServer {
  readonly serverId: ServerId
}
