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

/** The bytes of small objects: too few to be worth a file. They come and go in the transactions of their objects. */
export const smallBytes = (db: Kysely<SwiftTables>) => ({
  add: async (id: string, bytes: Uint8Array): Promise<void> => {
    await inserted(db, { row: { id, bytes } })
  },

  find: async (id: string): Promise<Uint8Array | undefined> => {
    const [row] = await found(db, { id })
    return row?.bytes
  },

  /** Gives them another name, by which no object finds them. */
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
