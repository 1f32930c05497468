import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { SmallBytesRow, SwiftTables } from './tables.ts'

interface Identified {
  readonly id: string
}

const inserted = prepared((db: Kysely<SwiftTables>, { row }: { readonly row: SmallBytesRow }) =>
  db.insertInto('small_bytes').values(row),
)

const found = prepared((db: Kysely<SwiftTables>, { id }: Identified) =>
  db.selectFrom('small_bytes').select('bytes').where('id', '=', id),
)

const deleted = prepared((db: Kysely<SwiftTables>, { id }: Identified) =>
  db.deleteFrom('small_bytes').where('id', '=', id),
)

/** The bytes of objects too small to be worth a file. Rows are added and deleted in the transactions that change the objects. */
export const smallBytes = (db: Kysely<SwiftTables>) => ({
  add: async (id: string, bytes: Uint8Array): Promise<void> => {
    await inserted(db, { row: { id, bytes } })
  },

  find: async (id: string): Promise<Uint8Array | undefined> => {
    const [row] = await found(db, { id })
    return row?.bytes
  },

  /** Quarantines the bytes: renames their row, so that the object no longer finds it. */
  setAside: async (id: string): Promise<void> => {
    await db
      .updateTable('small_bytes')
      .set({ id: `quarantined/${id}` })
      .where('id', '=', id)
      .execute()
  },

  remove: async (id: string): Promise<void> => {
    await deleted(db, { id })
  },
})

export type SmallBytes = ReturnType<typeof smallBytes>
