import type { Bus } from '@nimbo/bus/bus'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { DialectAdapter, Kysely } from 'kysely'
import { driversOf, sendBy, hasDriver } from './drivers.ts'
import type { Format, Priority } from './notification.ts'
import type { NotificationConfig } from './notification-options.ts'
import { type Notifier, notifier, silentNotifier } from './notifier.ts'
import type { OutboxTables } from './outbox-tables.ts'
import { type Relay, relay } from './relay.ts'
import { type SharedRelays, sharedRelays } from './shared-relays.ts'

/** The notifier of a role, and the relays that send its notifications. */
export interface Notifications {
  readonly notifier: Notifier
  /** Also sends the notifications written to this database. */
  sendFrom<Tables extends OutboxTables>(db: Kysely<Tables>): void
  /** Starts to send. */
  start(): void
  /** Resolves when the notifications written so far are sent, or cannot be sent at present. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** The options that a role sets; the rest comes from its service host. */
export interface NotificationsOptions {
  readonly config: NotificationConfig
  /** The name of this process's host in the service. */
  readonly host: string
  /** Default: `unversioned` alone. */
  readonly formats?: readonly Format[]
  /** The topics of versioned notifications. */
  readonly versionedTopics?: readonly string[]
  readonly silences?: (eventType: string) => boolean
  /** The priority of notifications that are declared as `info` (default `info`). */
  readonly usualPriority?: Priority
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  openBus(transport: string): Promise<Bus>
  /** The relays of the process (default: relays of its own). */
  readonly relays?: SharedRelays
}

const none: Notifications = {
  notifier: silentNotifier,
  sendFrom: () => {},
  start: () => {},
  idle: async () => {},
  stop: async () => {},
}

/** Opens the notifications of a service as its operator has configured them; without a driver nothing is written or sent. */
export const openNotifications = async (
  { bus, clock, log, openBus, relays: shared = sharedRelays() }: Deps,
  {
    config,
    host,
    formats = ['unversioned'],
    versionedTopics = [],
    silences = () => false,
    usualPriority = 'info',
  }: NotificationsOptions,
): Promise<Notifications> => {
  const names = driversOf(config)
  if (!hasDriver(names)) return none
  const { transport_url, topics } = config.oslo_messaging_notifications
  const send = sendBy(names, {
    bus: transport_url === undefined ? bus : await openBus(transport_url),
    log,
    exchange: config.DEFAULT.control_exchange,
    topics: { unversioned: topics, versioned: versionedTopics },
  })
  /** The relays by dialect adapter, which a database shares with its transactions. */
  const relays = new Map<DialectAdapter, Relay>()
  const each = (work: (one: Relay) => Promise<void>) => Promise.all([...relays.values()].map(work))
  let started = false
  return {
    notifier: notifier({
      ...{ clock, host, formats, silences, usualPriority },
      written: (db) => relays.get(db.getExecutor().adapter)?.wake(),
    }),
    sendFrom: (database) => {
      const db = database as unknown as Kysely<OutboxTables>
      const { adapter } = db.getExecutor()
      if (relays.has(adapter)) return
      const sending = shared.take(adapter, () => relay({ db, clock, log, send }))
      relays.set(adapter, sending)
      if (started) sending.start()
    },
    start: () => {
      started = true
      for (const one of relays.values()) one.start()
    },
    idle: async () => void (await each((one) => one.idle())),
    stop: async () => void (await each((one) => one.stop())),
  }
}
