import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import { type Metadata, metadataOf, textOfMetadata } from '../domain/metadata.ts'
import type { ContainerRow, SwiftTables } from './tables.ts'

export interface Container {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly metadata: Metadata
  readonly policy: string
  readonly objectCount: number
  readonly bytesUsed: number
}

export const toContainer = (row: ContainerRow): Container => ({
  id: row.id,
  account: row.account,
  name: row.name,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  metadata: metadataOf(row.metadata),
  policy: row.policy,
  objectCount: Number(row.object_count),
  bytesUsed: Number(row.bytes_used),
})

/** Changes of a container's counters. */
export interface Difference {
  readonly objects: number
  readonly bytes: number
}

const named = prepared(
  (db: Kysely<SwiftTables>, { account, name }: { readonly account: string; readonly name: string }) =>
    db.selectFrom('containers').selectAll().where('account', '=', account).where('name', '=', name),
)

const taken = prepared((db: Kysely<SwiftTables>, { id }: { readonly id: string }) =>
  db
    .updateTable('containers')
    .set(({ ref }) => ({ object_count: ref('object_count') }))
    .where('id', '=', id),
)

const counted = prepared(
  (db: Kysely<SwiftTables>, { id, objects, bytes }: Difference & { readonly id: string }) =>
    db
      .updateTable('containers')
      .set((eb) => ({
        object_count: eb('object_count', '+', objects),
        bytes_used: eb('bytes_used', '+', bytes),
      }))
      .where('id', '=', id),
)

export const containers = (db: Kysely<SwiftTables>) => ({
  find: async (account: string, name: string): Promise<Container | undefined> => {
    const [row] = await named(db, { account, name })
    return row && toContainer(row)
  },

  withId: async (id: string): Promise<Container | undefined> => {
    const row = await db.selectFrom('containers').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toContainer(row)
  },

  /** The containers with a name in all accounts. */
  named: async (name: string, limit: number): Promise<readonly Container[]> => {
    const rows = await db.selectFrom('containers').selectAll().where('name', '=', name).limit(limit).execute()
    return rows.map(toContainer)
  },

  /** The containers with a metadata item, sorted by id. */
  withMetadata: async (item: string, afterId: string, limit: number): Promise<readonly Container[]> => {
    const rows = await db
      .selectFrom('containers')
      .selectAll()
      .where('metadata', 'like', `%"${item}":%`)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(toContainer)
  },

  /** Returns false when it exists. */
  create: async (container: Container): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('containers')
      .values({
        ...{ id: container.id, account: container.account, name: container.name },
        ...{ created_at: container.createdAt, updated_at: container.updatedAt },
        ...{ metadata: textOfMetadata(container.metadata), policy: container.policy },
        ...{ object_count: container.objectCount, bytes_used: container.bytesUsed },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },

  setMetadata: async (id: string, metadata: Metadata, updatedAt: string): Promise<void> => {
    await db
      .updateTable('containers')
      .set({ metadata: textOfMetadata(metadata), updated_at: updatedAt })
      .where('id', '=', id)
      .execute()
  },

  /** Locks the container row, which serializes changes of its objects. Returns false when the container does not exist. */
  take: async (id: string): Promise<boolean> => (await taken(db, { id })) === 1,

  /** Changes the counters, which also locks the row as `take` does. Returns false when the container does not exist. */
  count: async (id: string, { objects, bytes }: Difference): Promise<boolean> =>
    (await counted(db, { id, objects, bytes })) === 1,

  /** Returns false when the container does not exist or still has objects or versions. */
  removeEmpty: async (id: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('containers')
      .where('id', '=', id)
      .where('object_count', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('object_versions').select('name').whereRef('container_id', '=', 'containers.id')),
        ),
      )
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
})

export type Containers = ReturnType<typeof containers>
