import type { Kysely } from 'kysely'
import type { SwiftTables, UploadInDoubtRow } from './tables.ts'

/**
 * Multipart uploads whose object was destroyed. A row is added in the transaction that destroys the object and deleted when the
 * parts are removed. So after a crash at any point, all parts without an object are named by a row.
 */
export const uploadsInDoubt = (db: Kysely<SwiftTables>) => ({
  add: async (upload: UploadInDoubtRow): Promise<void> => {
    await db
      .insertInto('uploads_in_doubt')
      .values(upload)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  after: (id: string, limit: number): Promise<readonly UploadInDoubtRow[]> =>
    db.selectFrom('uploads_in_doubt').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute(),

  forget: async (id: string): Promise<void> => {
    await db.deleteFrom('uploads_in_doubt').where('id', '=', id).execute()
  },
})

export type UploadsInDoubt = ReturnType<typeof uploadsInDoubt>
