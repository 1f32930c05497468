import type { Kysely } from 'kysely'
import type { CachedImageRow, ImageTables } from '../../db/tables.ts'

const most = 10_000

/** Which copies of images a machine keeps, and which it is to make; all machines share the one table. */
export const cachedImages = (db: Kysely<ImageTables>, node: string) => {
  const ours = () => db.selectFrom('cached_images').selectAll().where('node', '=', node)
  return {
    /** The longest not read first. */
    list: (): Promise<CachedImageRow[]> =>
      ours().orderBy('last_accessed').orderBy('image_id').limit(most).execute(),

    find: (imageId: string): Promise<CachedImageRow | undefined> =>
      ours().where('image_id', '=', imageId).executeTakeFirst(),

    /** Has a copy be made, unless there is one or will be. */
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

    /** Says that the copy is there; false when it is not wanted any more. */
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

    /** Those whose images are there no more. */
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

    /** The machines that have a copy of an image. */
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
