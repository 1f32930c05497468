import { deliverExternalEvents } from '@nimbo/contracts/compute/external-events'
import { changeVolume } from '@nimbo/contracts/compute/server-volumes'
import type { Context } from '@nimbo/kernel/context'
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
  sendEvents(ctx: Context, events: readonly ExternalEvent[]): Promise<void>
}

export const computeClient = (compute: ServiceClient): ComputeClient => ({
  swapVolume: async (ctx, { serverId: server_id, from: volume_id, to: volumeId }) => {
    const path = { server_id, volume_id }
    await compute.call(ctx, changeVolume, { path, body: { volumeAttachment: { volumeId } } })
  },
  sendEvents: async (ctx, events) => {
    await compute.call(ctx, deliverExternalEvents, { body: { events: [...events] } })
  },
})
