import { eventsRpc } from '@nimbo/contracts/dashboard/events-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { subscribeToNotifications } from '@nimbo/notifications/subscribe-to-notifications'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { EventStreams } from '../app/event-streams.ts'
import type { HorizonConfig } from '../config.ts'
import { eventOf } from '../domain/event-of.ts'

type Deps = Pick<ServiceHost, 'bus' | 'log' | 'openBus'>

/** One notification pool for all dashboard processes, so that a process that is removed leaves no queue of its own behind. */
const pool = 'horizon'

/**
 * Converts notifications to events for the pages. One process receives each notification and sends the event to all by fanout.
 * Returns a function that stops this.
 */
export const forwardChanges = async (
  { bus, log, openBus }: Deps,
  { exchanges, topics, transport_url }: HorizonConfig['events'],
  streams: EventStreams,
): Promise<() => Promise<void>> => {
  const told = await serveRpc(bus, eventsRpc, { log }, { changed: async (_, event) => streams.tell(event) })
  const { changed } = rpcClient(bus, eventsRpc).on()
  const news = transport_url === undefined ? bus : await openBus(transport_url)
  const heard = await subscribeToNotifications(news, { exchanges, topics, pool }, async (message) => {
    const event = eventOf(message)
    if (event) await changed.fanout(internalContext(), event)
  })
  return async () => {
    await heard.close()
    await told.close()
  }
}
