import type { Context } from '@nimbo/kernel/context'
import type { RestClient } from './rest-client.ts'

/** What another service tells compute about a server (`POST /os-server-external-events`). */
export interface ExternalEvent {
  readonly name:
    | 'network-vif-plugged'
    | 'network-vif-unplugged'
    | 'network-vif-deleted'
    | 'network-changed'
    | 'volume-extended'
  readonly server_uuid: string
  readonly status: 'completed' | 'failed'
  /** The port or volume it is about. */
  readonly tag: string
}

export interface ComputeClient {
  sendEvents(ctx: Context, events: readonly ExternalEvent[]): Promise<void>
}

export const computeClient = (rest: RestClient): ComputeClient => ({
  sendEvents: async (ctx, events) => {
    await rest.send(ctx, { method: 'POST', path: '/v2.1/os-server-external-events', json: { events } })
  },
})
