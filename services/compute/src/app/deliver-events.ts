import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { ComputeApiDeps } from './app.ts'
import type { HostEvent } from './compute-host-port.ts'
import { locateServer } from './find-server.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'computeHost' | 'log'>

export interface ExternalEvent {
  readonly name: string
  readonly server_uuid: string
  readonly status?: string
  readonly tag?: string
}

/** An event and what became of it: 200, 404 (no such server) or 422 (it has no host to tell). */
export type DeliveredEvent = ExternalEvent & { readonly status: string; readonly code: number }

/** Hands events of other services to the hosts that have the servers, one call a host. */
export const deliverEvents = (deps: Deps) => {
  const locate = locateServer(deps)
  return async (ctx: Context, events: readonly ExternalEvent[]): Promise<readonly DeliveredEvent[]> => {
    const byHost = new Map<string, { cellId: string; host: string; events: HostEvent[] }>()
    const delivered: DeliveredEvent[] = []
    for (const event of events) {
      const status = event.status ?? 'completed'
      const located = await locate(event.server_uuid)
      const host = located?.server.host ?? null
      if (!located || host === null || located.cellId === null) {
        delivered.push({ ...event, status: 'failed', code: located ? 422 : 404 })
        continue
      }
      const order = byHost.get(host) ?? { cellId: located.cellId, host, events: [] }
      const { name, tag = null } = event
      order.events.push({ serverId: event.server_uuid as ServerId, name, status, tag })
      byHost.set(host, order)
      delivered.push({ ...event, status, code: 200 })
    }
    await Promise.all([...byHost.values()].map((order) => deps.computeHost.externalEvents(ctx, order)))
    return delivered
  }
}
