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

/** One telling of a notification. */
export interface Told<Data, Phases extends Phase> {
  /** Which part of what is done; none where the notification has no phases. */
  readonly phase?: Phases
  /** The id of what it is about: notifications of one resource are sent in the order they were written. */
  readonly resource: string
  /** The host in whose name it is told; the one of this process unless given. */
  readonly host?: string | undefined
  /** Given where what is done may be repeated after a crash: it is told again by the same id, and known by it. */
  readonly messageId?: string
  /** What it says; asked for only if anybody is told. */
  readonly payload: () => Data | Promise<Data>
}

/** Tells the world of changes, in the transaction that makes them. */
export interface Notifier {
  /** Whether anybody is told anything. */
  readonly on: boolean
  /** Whether anybody is told in this format. */
  speaks(format: Format): boolean
  /**
   * Writes a notification through a transaction of a service's database: it is sent, once that has committed, at least
   * once. Call it after the change it tells of: then those of one resource are written in the order of the changes.
   * Without a transaction it is sent as soon as it is written.
   */
  tell<Tables extends OutboxTables, Carried extends Payload, Phases extends Phase>(
    trx: Kysely<Tables>,
    ctx: Context,
    notification: Notification<Carried, Phases>,
    told: Told<DataOf<Carried>, Phases>,
  ): Promise<void>
  /** Does `work` in a transaction where it also tells of what it does; with nobody to tell, without one of its own. */
  together<Tables extends OutboxTables, Result>(
    db: Kysely<Tables>,
    work: (trx: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>
}

/** Tells nobody, and costs nothing. */
export const silentNotifier: Notifier = {
  on: false,
  speaks: () => false,
  tell: async () => {},
  together: (db, work) => work(db),
}

export interface NotifierOptions {
  readonly clock: Clock
  /** What this process' host is called. */
  readonly host: string
  readonly formats: readonly Format[]
  /** Event types an operator does not want told. */
  readonly silences: (eventType: string) => boolean
  /** Of what is declared as `info`. */
  readonly usualPriority: Priority
  /** Something was written through this database. */
  readonly written: (db: Kysely<OutboxTables>) => void
}

/** `nova-compute:host-1` of versioned notifications, `compute.host-1` of all others, as each has it in OpenStack. */
const publisherId = (format: Format, publisher: string, host: string): string =>
  format === 'versioned' ? `${publisher}:${host}` : `${publisher}.${host}`

/** Writes notifications into the outboxes of the databases they are told through. */
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
