import type { FlowKind } from '@nimbo/durable/flow'
import type { BootServer, DeleteServer, OperateServer } from './operations.ts'

const hour = 3_600_000

/** Lives in the API database, beside the build request it works on. */
export const bootServerFlow: FlowKind<BootServer> = { name: 'boot-server', deadlineMs: 2 * hour }

/** Live in the database of the server's cell. */
export const operateServerFlow: FlowKind<OperateServer> = { name: 'operate-server', deadlineMs: hour }
export const deleteServerFlow: FlowKind<DeleteServer> = { name: 'delete-server', deadlineMs: 24 * hour }
