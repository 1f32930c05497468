import type { AuditReport } from '@nimbo/contracts/compute/audit'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId, ServerId } from '@nimbo/kernel/ids'

/**
 * What the API tells the conductor. But for the audit only hints: the flow is in the database by then, so a hint that is lost
 * delays the work and no more. The promises of hints end when they are on their way.
 */
export interface ConductorPort {
  /** A `boot-server` flow waits in the API database. */
  scheduleAndBuild(
    ctx: Context,
    order: { readonly serverId: ServerId; readonly flowId: FlowId },
  ): Promise<void>
  /** A flow waits in a cell's database. */
  flowRequested(ctx: Context, order: { readonly cellId: string; readonly flowId: FlowId }): Promise<void>
  /** Turn back the `boot-server` flow of a server whose deletion was asked for. */
  cancelBuild(ctx: Context, order: { readonly serverId: ServerId }): Promise<void>
  /** Looks over the whole cloud, and resolves to what is left over or disagrees; with `repair` puts it right. */
  audit(ctx: Context, order: { readonly repair: boolean; readonly graceMs: number }): Promise<AuditReport>
}
