import type { Kysely } from 'kysely'
import type { CachedImageRow, ImageTables } from '../../db/tables.ts'

const most = 10_000

/** The cached and queued images of a host, in a table shared by all hosts. */
export const cachedImages = (db: Kysely<ImageTables>, node: string) => {
  const ours = () => db.selectFrom('cached_images').selectAll().where('node', '=', node)
  return {
    /** The cached and queued images of the host, the least recently read first. */
    list: (): Promise<CachedImageRow[]> =>
      ours().orderBy('last_accessed').orderBy('image_id').limit(most).execute(),

    find: (imageId: string): Promise<CachedImageRow | undefined> =>
      ours().where('image_id', '=', imageId).executeTakeFirst(),

    /** Queues an image for caching, unless it is cached or queued. */
    queue: async (imageId: string, now: string): Promise<void> => {
      await db
        .insertInto('cached_images')
        .values({
          node,
          image_id: imageId,
          key: null,
          size: 0,
          hits: 0,
          last_accessed: now,
          last_modified: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Records that the image is cached; false if it was removed from the cache meanwhile. */
    filled: async (imageId: string, copy: { key: string; size: number; now: string }): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('cached_images')
        .set({ key: copy.key, size: copy.size, last_modified: copy.now })
        .where('node', '=', node)
        .where('image_id', '=', imageId)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    hit: async (imageId: string, now: string): Promise<void> => {
      await db
        .updateTable('cached_images')
        .set(({ eb }) => ({ hits: eb('hits', '+', 1), last_accessed: now }))
        .where('node', '=', node)
        .where('image_id', '=', imageId)
        .execute()
    },

    remove: async (imageId: string): Promise<void> => {
      await db.deleteFrom('cached_images').where('node', '=', node).where('image_id', '=', imageId).execute()
    },

    /** Cached images that were deleted. */
    orphans: (): Promise<CachedImageRow[]> =>
      ours()
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('images').select('images.id').whereRef('images.id', '=', 'cached_images.image_id'),
            ),
          ),
        )
        .limit(most)
        .execute(),

    /** The hosts that have cached an image. */
    nodesOf: async (imageId: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('cached_images')
        .select('node')
        .where('image_id', '=', imageId)
        .where('key', 'is not', null)
        .orderBy('node')
        .limit(most)
        .execute()
      return rows.map((row) => row.node)
    },
  }
}

export type CachedImages = ReturnType<typeof cachedImages>
