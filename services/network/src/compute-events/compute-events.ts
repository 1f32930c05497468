import { prepared } from '@nimbo/db/prepared'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely, Selectable } from 'kysely'
import type { NetworkTables } from '../tables.ts'

export type ComputeEvent = Selectable<NetworkTables['compute_events']>

/** Must exceed the time Nova usually takes to answer. It is also the delay of an event whose sender died. */
const claimMs = 15_000

/** The end of a claim that begins now; until then, an event belongs to this process. */
export const claimEnd = (clock: Clock): string => new Date(clock.now() + claimMs).toISOString()

const addEvents = prepared(
  (db: Kysely<NetworkTables>, { events }: { readonly events: readonly ComputeEvent[] }) =>
    db.insertInto('compute_events').values(events),
)

const removeEvents = prepared((db: Kysely<NetworkTables>, { ids }: { readonly ids: readonly string[] }) =>
  db.deleteFrom('compute_events').where('id', 'in', ids),
)

/** Writes events in the transaction of the change that they report, so that a crash cannot lose them. */
export const addComputeEvents = async (
  db: Kysely<NetworkTables>,
  events: readonly ComputeEvent[],
): Promise<void> => {
  if (events.length > 0) await addEvents(db, { events })
}

/** The events in the database, which Nova has not received yet. */
export class ComputeEvents {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  /**
   * Claims up to `limit` due events, oldest first, until the given time. If this process dies, others can claim them
   * after that.
   */
  async claim(now: string, until: string, limit: number): Promise<ComputeEvent[]> {
    const due = await this.#db
      .selectFrom('compute_events')
      .select('id')
      .where('not_before', '<=', now)
      .orderBy('not_before')
      .orderBy('id')
      .limit(limit)
      .execute()
    if (due.length === 0) return []
    const order = due.map(({ id }) => id)
    const claimed = await this.#db
      .updateTable('compute_events')
      .set({ not_before: until })
      .where('id', 'in', order)
      .where('not_before', '<=', now)
      .returningAll()
      .execute()
    return claimed.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
  }

  /** Whether any unclaimed event is due. */
  async anyDue(now: string): Promise<boolean> {
    const due = await this.#db
      .selectFrom('compute_events')
      .select('id')
      .where('not_before', '<=', now)
      .limit(1)
      .executeTakeFirst()
    return due !== undefined
  }

  async postpone(ids: readonly string[], until: string): Promise<void> {
    await this.#db
      .updateTable('compute_events')
      .set((set) => ({ not_before: until, attempts: set('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  }

  /** Releases claims, so that any process may send these events. */
  async release(ids: readonly string[], now: string): Promise<void> {
    await this.#db.updateTable('compute_events').set({ not_before: now }).where('id', 'in', ids).execute()
  }

  async remove(ids: readonly string[]): Promise<void> {
    await removeEvents(this.#db, { ids })
  }
}
