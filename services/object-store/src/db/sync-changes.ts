import type { Kysely } from 'kysely'
import type { SwiftTables, SyncChangeRow } from './tables.ts'

/** A change of an object that has not been sent to the container's sync peer. */
export interface SyncChange {
  readonly containerId: string
  readonly name: string
  readonly timestamp: string
  readonly isDeleted: boolean
}

const toChange = (row: SyncChangeRow): SyncChange => ({
  ...{ containerId: row.container_id, name: row.name, timestamp: row.timestamp },
  isDeleted: row.is_deleted === 1,
})

/** Changes to send to container sync peers; only the last one of each object is kept. */
export const syncChanges = (db: Kysely<SwiftTables>) => ({
  note: async ({ containerId, name, timestamp, isDeleted }: SyncChange): Promise<void> => {
    const change = { timestamp, is_deleted: isDeleted ? 1 : 0 }
    await db
      .insertInto('container_sync_changes')
      .values({ container_id: containerId, name, ...change })
      .onConflict((conflict) => conflict.columns(['container_id', 'name']).doUpdateSet(change))
      .execute()
  },

  /** Records every existing object of the container as a change. */
  noteAll: async (containerId: string): Promise<void> => {
    await db
      .insertInto('container_sync_changes')
      .columns(['container_id', 'name', 'timestamp', 'is_deleted'])
      .expression((eb) =>
        eb
          .selectFrom('objects')
          .select(({ lit }) => ['container_id', 'name', 'timestamp', lit(0).as('is_deleted')])
          .where('container_id', '=', containerId),
      )
      .onConflict((conflict) => conflict.columns(['container_id', 'name']).doNothing())
      .execute()
  },

  find: async (containerId: string, name: string): Promise<SyncChange | undefined> => {
    const row = await db
      .selectFrom('container_sync_changes')
      .selectAll()
      .where('container_id', '=', containerId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row && toChange(row)
  },

  /** Ids of containers with changes to send. */
  containers: async (limit: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('container_sync_changes')
      .select('container_id')
      .distinct()
      .orderBy('container_id')
      .limit(limit)
      .execute()
    return rows.map(({ container_id }) => container_id)
  },

  /** Changes of a container after an object name. */
  after: async (containerId: string, name: string, limit: number): Promise<readonly SyncChange[]> => {
    const rows = await db
      .selectFrom('container_sync_changes')
      .selectAll()
      .where('container_id', '=', containerId)
      .where('name', '>', name)
      .orderBy('name')
      .limit(limit)
      .execute()
    return rows.map(toChange)
  },

  /** Removes a change that has been sent, unless the object has changed since. */
  settle: async ({ containerId, name, timestamp }: SyncChange): Promise<void> => {
    await db
      .deleteFrom('container_sync_changes')
      .where('container_id', '=', containerId)
      .where('name', '=', name)
      .where('timestamp', '=', timestamp)
      .execute()
  },

  /** Removes all changes of a container. */
  forget: async (containerId: string): Promise<void> => {
    await db.deleteFrom('container_sync_changes').where('container_id', '=', containerId).execute()
  },
})

export type SyncChanges = ReturnType<typeof syncChanges>
