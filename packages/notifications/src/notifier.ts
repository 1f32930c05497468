import { randomUUID } from 'node:crypto'
import { allOrNone } from '@nimbo/db/all-or-none'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import { messageText } from './message.ts'
import {
  type DataOf,
  eventTypeOf,
  type Format,
  formatOf,
  type Notification,
  type Payload,
  type Phase,
  type Priority,
  wireOf,
} from './notification.ts'
import type { OutboxTables } from './outbox-tables.ts'
import { writeTogether } from './write-together.ts'

/** One notification to send. */
export interface Told<Data, Phases extends Phase> {
  /** The phase; none where the notification has no phases. */
  readonly phase?: Phases
  /** The id of the resource it is about: notifications of one resource are sent in the order they were written. */
  readonly resource: string
  /** The host in its publisher id (default: this process's host). */
  readonly host?: string | undefined
  /**
   * Given where an action may be repeated after a crash: its notification then has the same id again, so that listeners recognise
   * the duplicate.
   */
  readonly messageId?: string
  /** Its payload; called only when the notification is sent. */
  readonly payload: () => Data | Promise<Data>
}

/** Sends notifications of changes within the transactions that make them. */
export interface Notifier {
  /** Whether notifications are sent at all. */
  readonly on: boolean
  /** Whether notifications of this format are sent. */
  speaks(format: Format): boolean
  /**
   * Writes a notification to the outbox through a transaction of a service's database; it is sent at least once after the commit.
   * Call it after the change it is about: then the notifications of one resource are written in the order of the changes. Without
   * a transaction it is sent as soon as it is written.
   */
  tell<Tables extends OutboxTables, Carried extends Payload, Phases extends Phase>(
    trx: Kysely<Tables>,
    ctx: Context,
    notification: Notification<Carried, Phases>,
    told: Told<DataOf<Carried>, Phases>,
  ): Promise<void>
  /** Runs `work` in a transaction in which it also writes its notifications; without one when notifications are off. */
  together<Tables extends OutboxTables, Result>(
    db: Kysely<Tables>,
    work: (trx: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>
}

/** Does nothing: for services whose notifications are off. */
export const silentNotifier: Notifier = {
  on: false,
  speaks: () => false,
  tell: async () => {},
  together: (db, work) => work(db),
}

export interface NotifierOptions {
  readonly clock: Clock
  /** The name of this process's host. */
  readonly host: string
  readonly formats: readonly Format[]
  /** Whether the operator has turned off an event type. */
  readonly silences: (eventType: string) => boolean
  /** The priority of notifications that are declared as `info`. */
  readonly usualPriority: Priority
  /** Called after a notification was written through this database. */
  readonly written: (db: Kysely<OutboxTables>) => void
}

/** `nova-compute:host-1` for versioned notifications and `compute.host-1` for all others, as in OpenStack. */
const publisherId = (format: Format, publisher: string, host: string): string =>
  format === 'versioned' ? `${publisher}:${host}` : `${publisher}.${host}`

/** Writes notifications into the outboxes of the databases they are sent through. */
export const notifier = ({
  clock,
  host,
  formats,
  silences,
  usualPriority,
  written,
}: NotifierOptions): Notifier => {
  const write = writeTogether(written)
  return {
    on: true,
    speaks: (format) => formats.includes(format),

    tell: async (database, ctx, notification, { phase, resource, messageId, payload, ...told }) => {
      const format = formatOf(notification)
      const eventType = eventTypeOf(notification, phase)
      if (!formats.includes(format) || silences(eventType)) return
      const id = messageId ?? randomUUID()
      const declared = phase === 'error' ? 'error' : notification.priority
      const priority = declared === 'info' ? usualPriority : declared
      const message = messageText(ctx, {
        id,
        publisherId: publisherId(format, notification.publisher, told.host ?? host),
        eventType,
        priority,
        at: clock.now(),
        payload: wireOf(notification, await payload()),
      })
      await write(database as unknown as Kysely<OutboxTables>, {
        message_id: id,
        resource,
        format,
        priority,
        message,
      })
    },

    together: (db, work) => (db.isTransaction ? work(db) : allOrNone(db, work)),
  }
}
