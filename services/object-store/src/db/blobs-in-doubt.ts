import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { BlobInDoubtRow, SwiftTables } from './tables.ts'

const inserted = prepared((db: Kysely<SwiftTables>, { row }: { readonly row: BlobInDoubtRow }) =>
  db.insertInto('blobs_in_doubt').values(row),
)

/** The `until` of bytes that are being removed; earlier than any timestamp. */
const abandoned = ''

const settled = prepared((db: Kysely<SwiftTables>, { id }: { readonly id: string }) =>
  db.deleteFrom('blobs_in_doubt').where('id', '=', id).where('until', '<>', abandoned),
)

const deleted = prepared((db: Kysely<SwiftTables>, { id }: { readonly id: string }) =>
  db.deleteFrom('blobs_in_doubt').where('id', '=', id),
)

/**
 * Bytes that are removed after `until` unless their row is deleted first: those of uploads in progress, whose process renews the
 * row and finally settles it, and those of deleted objects. So after a crash at any point, all bytes are named by a row.
 */
export const blobsInDoubt = (db: Kysely<SwiftTables>) => ({
  add: async (id: string, until: string): Promise<void> => {
    await inserted(db, { row: { id, until } })
  },

  /** Returns false when the bytes have been declared abandoned and removed. */
  prolong: async (id: string, until: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('blobs_in_doubt')
      .set({ until })
      .where('id', '=', id)
      .where('until', '<>', abandoned)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },

  /** Deletes the row in the transaction that gives the bytes to an object. Returns false when they have been declared abandoned. */
  settle: async (id: string): Promise<boolean> => (await settled(db, { id })) === 1,

  /** Deletes the row after the bytes have been removed. */
  forget: async (id: string): Promise<void> => {
    await deleted(db, { id })
  },

  /** The rows whose `until` is before an instant, earliest first, that come after one of them. */
  before: (
    instant: string,
    limit: number,
    after: BlobInDoubtRow = { until: abandoned, id: '' },
  ): Promise<readonly BlobInDoubtRow[]> =>
    db
      .selectFrom('blobs_in_doubt')
      .selectAll()
      .where('until', '<', instant)
      .where(({ eb, or, and }) =>
        or([eb('until', '>', after.until), and([eb('until', '=', after.until), eb('id', '>', after.id)])]),
      )
      .orderBy('until')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Declares bytes abandoned unless their lease has been renewed meanwhile. */
  abandon: async ({ id, until }: { readonly id: string; readonly until: string }): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('blobs_in_doubt')
      .set({ until: abandoned })
      .where('id', '=', id)
      .where('until', '=', until)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
})

export type BlobsInDoubt = ReturnType<typeof blobsInDoubt>
