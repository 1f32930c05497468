import type { Bus } from '@nimbo/bus/bus'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { DialectAdapter, Kysely } from 'kysely'
import { driversOf, sendBy, tellsAnybody } from './drivers.ts'
import type { Format, Priority } from './notification.ts'
import type { NotificationConfig } from './notification-options.ts'
import { type Notifier, notifier, silentNotifier } from './notifier.ts'
import type { OutboxTables } from './outbox-tables.ts'
import { type Relay, relay } from './relay.ts'
import { type SharedRelays, sharedRelays } from './shared-relays.ts'

/** What a role tells through, and what sends it. */
export interface Notifications {
  readonly notifier: Notifier
  /** Also sends what is told through this database. */
  sendFrom<Tables extends OutboxTables>(db: Kysely<Tables>): void
  /** Begins to send. */
  start(): void
  /** Resolves when what was told before is sent, as far as it can be. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** What a role gives: its host is given the rest by the cloud. */
export interface NotificationsOptions {
  readonly config: NotificationConfig
  /** What the host of this process is called by the service. */
  readonly host: string
  /** `unversioned` alone unless given. */
  readonly formats?: readonly Format[]
  /** Topics of versioned notifications. */
  readonly versionedTopics?: readonly string[]
  readonly silences?: (eventType: string) => boolean
  /** Of what is declared as `info`: that unless given. */
  readonly usualPriority?: Priority
}

interface Ground {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  openBus(transport: string): Promise<Bus>
  /** Of the process; a role that is given none has relays of its own. */
  readonly relays?: SharedRelays
}

const none: Notifications = {
  notifier: silentNotifier,
  sendFrom: () => {},
  start: () => {},
  idle: async () => {},
  stop: async () => {},
}

/** What a service tells through, as its operator has configured it; with no driver it tells nobody, and costs nothing. */
export const openNotifications = async (
  { bus, clock, log, openBus, relays: shared = sharedRelays() }: Ground,
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
  if (!tellsAnybody(names)) return none
  const { transport_url, topics } = config.oslo_messaging_notifications
  const send = sendBy(names, {
    bus: transport_url === undefined ? bus : await openBus(transport_url),
    log,
    exchange: config.DEFAULT.control_exchange,
    topics: { unversioned: topics, versioned: versionedTopics },
  })
  /** By what a database and its transactions have in common. */
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
