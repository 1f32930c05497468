import { eventsRpc } from '@nimbo/contracts/dashboard/events-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { hearNotifications } from '@nimbo/notifications/hear-notifications'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { serveRpc } from '@nimbo/rpc/serve-rpc'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { EventStreams } from '../app/event-streams.ts'
import type { HorizonConfig } from '../config.ts'
import { eventOf } from '../domain/event-of.ts'

type Ground = Pick<ServiceHost, 'bus' | 'log' | 'openBus'>

/** All processes of the dashboard share what is told: none leaves a queue of its own behind when it is gone for good. */
const pool = 'horizon'

/** Has pages told of what services tell: whichever process of the dashboard hears it tells the others. Gives what ends it. */
export const hearChanges = async (
  { bus, log, openBus }: Ground,
  { exchanges, topics, transport_url }: HorizonConfig['events'],
  streams: EventStreams,
): Promise<() => Promise<void>> => {
  const told = await serveRpc(bus, eventsRpc, { log }, { changed: async (_, event) => streams.tell(event) })
  const { changed } = rpcClient(bus, eventsRpc).on()
  const news = transport_url === undefined ? bus : await openBus(transport_url)
  const heard = await hearNotifications(news, { exchanges, topics, pool }, async (message) => {
    const event = eventOf(message)
    if (event) await changed.fanout(internalContext(), event)
  })
  return async () => {
    await heard.close()
    await told.close()
  }
}
