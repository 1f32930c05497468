import type { Kysely, Selectable } from 'kysely'
import type { NetworkTables } from './tables.ts'

export type ComputeEvent = Selectable<NetworkTables['compute_events']>

/** Events compute has yet to be told of: written with the change they tell of, so that a crash cannot lose one. */
export class ComputeEvents {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  async add(event: ComputeEvent): Promise<void> {
    await this.#db.insertInto('compute_events').values(event).execute()
  }

  /** Up to `limit` events whose time has come. */
  due(now: string, limit: number): Promise<ComputeEvent[]> {
    return this.#db
      .selectFrom('compute_events')
      .selectAll()
      .where('not_before', '<=', now)
      .orderBy('not_before')
      .orderBy('id')
      .limit(limit)
      .execute()
  }

  async postpone(ids: readonly string[], until: string): Promise<void> {
    await this.#db
      .updateTable('compute_events')
      .set((set) => ({ not_before: until, attempts: set('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('compute_events').where('id', 'in', ids).execute()
  }
}
