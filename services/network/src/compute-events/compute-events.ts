import { prepared } from '@nimbo/db/prepared'
import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely, Selectable } from 'kysely'
import type { NetworkTables } from '../tables.ts'

export type ComputeEvent = Selectable<NetworkTables['compute_events']>

/** Longer than compute usually takes to answer; how late an event is whose process died while telling it. */
const claimMs = 15_000

/** Until when whoever writes or claims an event now has it alone. */
export const claimEnd = (clock: Clock): string => new Date(clock.now() + claimMs).toISOString()

const addEvents = prepared(
  (db: Kysely<NetworkTables>, { events }: { readonly events: readonly ComputeEvent[] }) =>
    db.insertInto('compute_events').values(events),
)

const removeEvents = prepared((db: Kysely<NetworkTables>, { ids }: { readonly ids: readonly string[] }) =>
  db.deleteFrom('compute_events').where('id', 'in', ids),
)

/** Writes what compute is to be told of, with the change it tells of, so that a crash cannot lose it. */
export const addComputeEvents = async (
  db: Kysely<NetworkTables>,
  events: readonly ComputeEvent[],
): Promise<void> => {
  if (events.length > 0) await addEvents(db, { events })
}

/** Events compute has yet to be told of. */
export class ComputeEvents {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  /**
   * Takes up to `limit` events whose time has come, the oldest first; nobody else gets them before `until`, by when a
   * process that died with them has lost them.
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

  /** Whether events wait whose time has come. */
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

  /** Gives up claims: anyone may send these events from now on. */
  async release(ids: readonly string[], now: string): Promise<void> {
    await this.#db.updateTable('compute_events').set({ not_before: now }).where('id', 'in', ids).execute()
  }

  async remove(ids: readonly string[]): Promise<void> {
    await removeEvents(this.#db, { ids })
  }
}
