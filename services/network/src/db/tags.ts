import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { NetworkTables } from './tables.ts'

const removeTags = prepared((db: Kysely<NetworkTables>, { resourceId }: { readonly resourceId: string }) =>
  db.deleteFrom('tags').where('resource_id', '=', resourceId),
)

export class Tags {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  async add(resourceId: string, tags: readonly string[]): Promise<void> {
    if (tags.length === 0) return
    await this.#db
      .insertInto('tags')
      .values(tags.map((tag) => ({ resource_id: resourceId, tag })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** False when the resource had no such tag. */
  async remove(resourceId: string, tag: string): Promise<boolean> {
    const removed = await this.#db
      .deleteFrom('tags')
      .where('resource_id', '=', resourceId)
      .where('tag', '=', tag)
      .returning('tag')
      .executeTakeFirst()
    return removed !== undefined
  }

  async removeAll(resourceId: string): Promise<void> {
    await removeTags(this.#db, { resourceId })
  }
}
