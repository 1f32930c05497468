import type { AuditReport } from '@nimbo/contracts/compute/audit'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId, ServerId } from '@nimbo/kernel/ids'

/**
 * Messages from the API to the conductor. Except for the audit they are hints: the flow is already in the database, so
 * a lost hint only delays the work. Promises of hints resolve when the message is sent.
 */
export interface ConductorPort {
  /** A `boot-server` flow is in the API database. */
  scheduleAndBuild(
    ctx: Context,
    order: { readonly serverId: ServerId; readonly flowId: FlowId },
  ): Promise<void>
  /** A flow is in a cell's database. */
  flowRequested(ctx: Context, order: { readonly cellId: string; readonly flowId: FlowId }): Promise<void>
  /** Cancels the `boot-server` flow of a server that is to be deleted. */
  cancelBuild(ctx: Context, order: { readonly serverId: ServerId }): Promise<void>
  /** Audits the whole cloud; with `repair`, repairs what it finds. */
  audit(ctx: Context, order: { readonly repair: boolean; readonly graceMs: number }): Promise<AuditReport>
}
