import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { NotificationRow, OutboxTables } from './outbox-tables.ts'

/** A notification in the outbox. */
export type Waiting = Selectable<NotificationRow>

interface Rows {
  readonly rows: Insertable<NotificationRow>[]
}

const insert = prepared((db: Kysely<OutboxTables>, { rows }: Rows) =>
  db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.column('message_id').doNothing()),
)

/** Writes notifications in the transaction of the change they are about; one with the same message id stays as it is. */
export const putIntoOutbox = (
  trx: Kysely<OutboxTables>,
  rows: Insertable<NotificationRow>[],
): Promise<number> => insert(trx, { rows })

/** How many notifications are read at a time. */
export const batch = 100
const leaseName = 'relay'

const first = prepared((db: Kysely<OutboxTables>) =>
  db.selectFrom('notifications').select('position').orderBy('position').limit(1),
)

const oldest = prepared((db: Kysely<OutboxTables>) =>
  db.selectFrom('notifications').selectAll().orderBy('position').limit(batch),
)

const remove = prepared(
  (db: Kysely<OutboxTables>, { positions }: { readonly positions: readonly number[] }) =>
    db.deleteFrom('notifications').where('position', 'in', positions),
)

interface Lease {
  readonly owner: string
  readonly now: string
  readonly until: string
}

const takeLease = prepared((db: Kysely<OutboxTables>, { owner, now, until }: Lease) =>
  db
    .insertInto('notification_leases')
    .values({ name: leaseName, owner, expires_at: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner, expires_at: until })
        .where((eb) =>
          eb.or([
            eb('notification_leases.owner', '=', owner),
            eb('notification_leases.expires_at', '<=', now),
          ]),
        ),
    ),
)

const dropLease = prepared((db: Kysely<OutboxTables>, { owner }: { readonly owner: string }) =>
  db.deleteFrom('notification_leases').where('name', '=', leaseName).where('owner', '=', owner),
)

/** The sending side of an outbox: the process that holds the lease empties it. */
export const outboxOf = (db: Kysely<OutboxTables>, clock: Clock, owner: string, leaseMs: number) => ({
  isEmpty: async (): Promise<boolean> => (await first(db, {})).length === 0,

  /** Takes or renews the lease; false while another process holds it. */
  lease: async (): Promise<boolean> => {
    const until = new Date(clock.now() + leaseMs).toISOString()
    return (await takeLease(db, { owner, now: timestamp(clock), until })) > 0
  },

  release: (): Promise<number> => dropLease(db, { owner }),

  /** The oldest notifications. */
  next: (): Promise<Waiting[]> => oldest(db, {}),

  remove: async (sent: readonly Waiting[]): Promise<void> => {
    if (sent.length > 0) await remove(db, { positions: sent.map(({ position }) => position) })
  },
})
