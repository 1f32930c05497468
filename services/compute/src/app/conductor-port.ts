import type { AuditReport } from '@nimbo/contracts/compute/audit'
import type { ImageToCache } from '@nimbo/contracts/compute-rpc/image-to-cache'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId, ServerId } from '@nimbo/kernel/ids'
import type { Aggregate } from '../domain/hosts/aggregate.ts'

/**
 * Messages from the API to the conductor. Those about servers are hints: the flow is already in the database, so a lost
 * hint only delays the work. Promises of hints resolve when the message is sent.
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
  /** Has the hosts of an aggregate cache images. */
  cacheImages(
    ctx: Context,
    order: { readonly aggregate: Aggregate; readonly images: readonly ImageToCache[] },
  ): Promise<void>
  /** Audits the whole cloud; with `repair`, repairs what it finds. */
  audit(ctx: Context, order: { readonly repair: boolean; readonly graceMs: number }): Promise<AuditReport>
}
