import type { Generated } from 'kysely'
import type { Format, Priority } from './notification.ts'

/** A notification that is not sent yet. */
export interface NotificationRow {
  /** Increasing, so that notifications are sent in the order they were written. */
  position: Generated<number>
  message_id: string
  /** The id of the resource it is about: notifications of one resource are sent in order. */
  resource: string
  format: Format
  priority: Priority
  /** The message to send, as JSON text. */
  message: string
}

/** The lease of the process that sends what is in the outbox. */
export interface NotificationLeaseRow {
  name: string
  owner: string
  /** ISO 8601 text. */
  expires_at: string
}

/** Extended by the tables of every service that sends notifications. */
export interface OutboxTables {
  notifications: NotificationRow
  notification_leases: NotificationLeaseRow
}
