import { hostname } from 'node:os'
import { openNotifications } from '@nimbo/notifications/open-notifications'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { Kysely } from 'kysely'
import { requestMeter } from '../app/request-meter.ts'
import type { SwiftConfig } from '../config.ts'
import type { SwiftTables } from '../db/tables.ts'

/** Opens what `[filter:ceilometer]` configures: the request meter, and the relay that the role must start and stop. */
export const openMeter = async (host: ServiceHost, db: Kysely<SwiftTables>, config: SwiftConfig) => {
  const { driver, url, topic, control_exchange } = config['filter:ceilometer']
  const notifications = await openNotifications(host, {
    host: hostname(),
    config: {
      oslo_messaging_notifications: { driver, transport_url: url, topics: [topic] },
      DEFAULT: { control_exchange },
    },
  })
  notifications.sendFrom(db)
  return {
    meter: requestMeter(db, {
      notifier: notifications.notifier,
      config: config['filter:ceilometer'],
      ...{ clock: host.clock, log: host.log },
    }),
    running: {
      begin: async () => notifications.start(),
      settled: () => notifications.idle(),
      stop: () => notifications.stop(),
    },
  }
}
