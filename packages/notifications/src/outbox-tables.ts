import type { Generated } from 'kysely'
import type { Format, Priority } from './notification.ts'

/** A notification that is not sent yet. */
export interface NotificationRow {
  /** Counts up, so that what was written later is sent later. */
  position: Generated<number>
  message_id: string
  /** What it is about: notifications of one resource are sent in their order. */
  resource: string
  format: Format
  priority: Priority
  /** The message as it is sent, JSON text. */
  message: string
}

/** Who sends what is in the outbox, for a while. */
export interface NotificationLeaseRow {
  name: string
  owner: string
  /** ISO 8601 text. */
  expires_at: string
}

/** Extended by the tables of every service that tells of what it does. */
export interface OutboxTables {
  notifications: NotificationRow
  notification_leases: NotificationLeaseRow
}
