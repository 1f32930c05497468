import type { Subscription } from '@nimbo/bus/bus'
import { serviceClient } from '@nimbo/clients/service-client'
import { asService, serviceTokens } from '@nimbo/clients/service-tokens'
import { metricApi } from '@nimbo/contracts/telemetry/metric/api'
import { reconciler } from '@nimbo/durable/reconciler'
import { withoutRests } from '@nimbo/kernel/background-pace'
import { subscribeToNotifications } from '@nimbo/notifications/subscribe-to-notifications'
import type { RunningService, ServiceHost } from '@nimbo/service/service-host'
import { gathered } from '@nimbo/kernel/gathered'
import type { NotificationMessage } from '@nimbo/notifications/message'
import { takeNotifications } from '../../app/metering/take-notifications.ts'
import type { CeilometerConfig } from '../../metering-options.ts'
import { removeOldEvents, removeOldSamples } from '../../db/metering/outdated.ts'
import { outdatedEveryMs, removeOutdated } from '../../tasks/remove-outdated.ts'
import { publish } from '../../tasks/publish.ts'
import { eventsTopic } from '../events-topic.ts'
import { meteringApp } from './metering-app.ts'
import { readEventDefinitions } from './read-pipelines.ts'

/** The pool of all agents: each notification goes to one of them. */
const pool = 'ceilometer'

/** Notifications that arrive within this time are stored together: building a server sends a dozen of them. */
const gatherMs = 500
const mostTogether = 300

export const collectNotifications = async (
  host: ServiceHost,
  { database, notification, event }: CeilometerConfig,
): Promise<RunningService> => {
  const { bus, clock, log, transport, pace = withoutRests } = host
  const app = {
    ...(await meteringApp(host)),
    definitions: readEventDefinitions(host),
    dropsUndefined: event.drop_unmatched_notifications,
  }
  const tokens = serviceTokens(transport, host.credentials('ceilometer'), clock)
  const metrics = serviceClient({ transport, api: metricApi, authenticate: asService(tokens) })
  const publishAll = publish(app, { metrics, bus, topic: eventsTopic })
  const publishing = reconciler({
    ...{ name: 'publications', clock, log },
    everyMs: notification.publish_interval * 1000,
    run: (stopping) => publishAll(pace(stopping)),
  })
  const removing = reconciler({
    ...{ name: 'outdated samples and events', clock, log, everyMs: outdatedEveryMs },
    run: removeOutdated(app, [
      {
        ...{ name: 'samples', timeToLive: database.metering_time_to_live },
        remove: (before, limit) => removeOldSamples(app.db, before, limit),
      },
      {
        ...{ name: 'events', timeToLive: database.event_time_to_live },
        remove: (before, limit) => removeOldEvents(app.db, before, limit),
      },
    ]),
  })
  const keep = takeNotifications(app)
  const take = gathered<NotificationMessage>(
    async (messages) => {
      if (await keep(messages)) publishing.wake()
    },
    { clock, withinMs: gatherMs, most: mostTogether },
  )
  let subscription: Subscription | undefined
  return {
    begin: async () => {
      const { exchanges, topics } = notification
      const hearing = { exchanges, topics, pool, concurrency: mostTogether }
      subscription = await subscribeToNotifications(bus, hearing, take)
      publishing.start()
      removing.start()
    },
    settled: async () => {
      await publishing.idle()
      await removing.idle()
    },
    stop: async () => {
      await subscription?.close()
      await Promise.all([publishing.stop(), removing.stop()])
    },
  }
}
