import { deliverExternalEvents } from '@nimbo/contracts/compute/external-events'
import type { Context } from '@nimbo/kernel/context'
import type { BodyOf } from '@nimbo/operation/operation'
import type { ServiceClient } from './service-client.ts'

/** What another service tells compute about a server; `tag` is the port or volume it is about. */
export type ExternalEvent = Readonly<Required<BodyOf<typeof deliverExternalEvents>['events'][number]>>

export interface ComputeClient {
  sendEvents(ctx: Context, events: readonly ExternalEvent[]): Promise<void>
}

export const computeClient = (compute: ServiceClient): ComputeClient => ({
  sendEvents: async (ctx, events) => {
    await compute.call(ctx, deliverExternalEvents, { body: { events: [...events] } })
  },
})
