import { createAssistedSnapshot } from '@nimbo/contracts/compute/assisted-snapshots'
import { deliverExternalEvents } from '@nimbo/contracts/compute/external-events'
import { changeVolume, showVolume } from '@nimbo/contracts/compute/server-volumes'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { BodyOf } from '@nimbo/operation/operation'
import type { ServiceClient } from './service-client.ts'

/** An event for Nova about a server; `tag` is the port or volume. */
export type ExternalEvent = Readonly<Required<BodyOf<typeof deliverExternalEvents>['events'][number]>>

export interface ComputeClient {
  /** Replaces a volume of a server; it is done when Nova completes the migration. */
  swapVolume(
    ctx: Context,
    swapped: { readonly serverId: string; readonly from: string; readonly to: string },
  ): Promise<void>
  /** The id of the attachment by which a server has a volume; undefined if there is no such server, or it does not have it. */
  attachmentOf(
    ctx: Context,
    held: { readonly serverId: string; readonly volumeId: string },
  ): Promise<string | undefined>
  sendEvents(ctx: Context, events: readonly ExternalEvent[]): Promise<void>
  /**
   * Has the server that uses a volume copy it to an existing file; Nova reports the progress of the snapshot to Cinder. Throws a
   * remote 404 if no server uses it.
   */
  copyVolume(
    ctx: Context,
    copy: { readonly volumeId: string; readonly snapshotId: string; readonly path: string },
  ): Promise<void>
}

export const computeClient = (compute: ServiceClient): ComputeClient => ({
  swapVolume: async (ctx, { serverId: server_id, from: volume_id, to: volumeId }) => {
    const path = { server_id, volume_id }
    await compute.call(ctx, changeVolume, { path, body: { volumeAttachment: { volumeId } } })
  },
  copyVolume: async (ctx, { volumeId: volume_id, snapshotId: snapshot_id, path: new_file }) => {
    const snapshot = { volume_id, create_info: { snapshot_id, type: 'raw' as const, new_file } }
    await compute.call(ctx, createAssistedSnapshot, { body: { snapshot } })
  },
  attachmentOf: async (ctx, { serverId: server_id, volumeId: volume_id }) => {
    const found = await unlessNotFound(compute.call(ctx, showVolume, { path: { server_id, volume_id } }))
    return found?.volumeAttachment.attachment_id ?? undefined
  },
  sendEvents: async (ctx, events) => {
    await compute.call(ctx, deliverExternalEvents, { body: { events: [...events] } })
  },
})
