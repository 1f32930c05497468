import type { FlowKind } from '@nimbo/durable/flow'
import type {
  BootServer,
  DeleteServer,
  EndResize,
  EvacuateServer,
  LiveMigrateServer,
  OffloadServer,
  OperateServer,
  ResizeServer,
  ThawServer,
  UnshelveServer,
  WithdrawRequest,
} from './server-actions/operations.ts'

const hour = 3_600_000

/** Stored in the API database, beside the server's build request. */
export const bootServerFlow: FlowKind<BootServer> = { name: 'boot-server', deadlineMs: 2 * hour }

/** Stored in the database of the server's cell. */
export const operateServerFlow: FlowKind<OperateServer> = { name: 'operate-server', deadlineMs: hour }
export const deleteServerFlow: FlowKind<DeleteServer> = { name: 'delete-server', deadlineMs: 24 * hour }
export const resizeServerFlow: FlowKind<ResizeServer> = { name: 'resize-server', deadlineMs: 4 * hour }
export const confirmResizeFlow: FlowKind<EndResize> = { name: 'confirm-resize', deadlineMs: 4 * hour }
export const revertResizeFlow: FlowKind<EndResize> = { name: 'revert-resize', deadlineMs: 4 * hour }
export const offloadServerFlow: FlowKind<OffloadServer> = { name: 'offload-server', deadlineMs: 4 * hour }
export const unshelveServerFlow: FlowKind<UnshelveServer> = { name: 'unshelve-server', deadlineMs: 4 * hour }
export const evacuateServerFlow: FlowKind<EvacuateServer> = { name: 'evacuate-server', deadlineMs: 4 * hour }
export const liveMigrateServerFlow: FlowKind<LiveMigrateServer> = {
  name: 'live-migrate-server',
  deadlineMs: 12 * hour,
}

export const thawServerFlow: FlowKind<ThawServer> = { name: 'thaw-server', deadlineMs: 24 * hour }

/** Begins only if a request created something in another service and its process died before recording the purpose. */
export const withdrawRequestFlow: FlowKind<WithdrawRequest> = {
  name: 'withdraw-request',
  deadlineMs: 24 * hour,
}

/** Flows that a deletion of the server rolls back first. */
export const moveFlows = [
  ...[resizeServerFlow, confirmResizeFlow, revertResizeFlow],
  ...[offloadServerFlow, unshelveServerFlow, evacuateServerFlow],
  liveMigrateServerFlow,
] as const

/** Names of the flows that perform requested actions on a server; one of them is active on a server at a time. */
export const actionFlows: readonly string[] = [operateServerFlow, ...moveFlows].map(({ name }) => name)
