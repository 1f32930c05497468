import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { BlobInDoubtRow, SwiftTables } from './tables.ts'

const inserted = prepared((db: Kysely<SwiftTables>, { row }: { readonly row: BlobInDoubtRow }) =>
  db.insertInto('blobs_in_doubt').values(row),
)

const deleted = prepared((db: Kysely<SwiftTables>, { id }: { readonly id: string }) =>
  db.deleteFrom('blobs_in_doubt').where('id', '=', id),
)

/**
 * Bytes that are to be removed unless somebody says otherwise in time: those of an upload under way, which its process
 * prolongs and in the end settles, and those of an object that is gone. So a crash at any point leaves no bytes without
 * a row that names them.
 */
export const blobsInDoubt = (db: Kysely<SwiftTables>) => ({
  add: async (id: string, until: string): Promise<void> => {
    await inserted(db, { row: { id, until } })
  },

  /** False when somebody else has taken them for abandoned. */
  prolong: async (id: string, until: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('blobs_in_doubt')
      .set({ until })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  /** They are an object's, or gone; false when somebody else has taken them for abandoned. */
  settle: async (id: string): Promise<boolean> => (await deleted(db, { id })) === 1,

  /** Those whose instant has passed, the earliest first. */
  before: (instant: string, limit: number): Promise<readonly { id: string; until: string }[]> =>
    db
      .selectFrom('blobs_in_doubt')
      .selectAll()
      .where('until', '<', instant)
      .orderBy('until')
      .limit(limit)
      .execute(),

  /** Takes them for abandoned, unless they were prolonged since: from now on they cannot be settled by their upload. */
  abandon: async ({ id, until }: { readonly id: string; readonly until: string }): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('blobs_in_doubt')
      .set({ until: '' })
      .where('id', '=', id)
      .where('until', '=', until)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
})

export type BlobsInDoubt = ReturnType<typeof blobsInDoubt>
