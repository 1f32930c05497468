import type { Kysely } from 'kysely'
import { type StoredObject, toObject } from './objects.ts'
import type { SwiftTables } from './tables.ts'

/** The position in a walk over all objects. */
export interface WalkPlace {
  readonly containerId: string
  readonly name: string
  /** Used only for older versions. */
  readonly versionId: string
}

/** All current objects and all older versions, page by page and as they are stored (see `opened`), for the auditor. */
export const storedBlobs = (db: Kysely<SwiftTables>) => ({
  current: async ({ containerId, name }: WalkPlace, limit: number): Promise<readonly StoredObject[]> => {
    const rows = await db
      .selectFrom('objects')
      .selectAll()
      .where(({ eb, or, and }) =>
        or([
          eb('container_id', '>', containerId),
          and([eb('container_id', '=', containerId), eb('name', '>', name)]),
        ]),
      )
      .orderBy('container_id')
      .orderBy('name')
      .limit(limit)
      .execute()
    return rows.map(toObject)
  },

  older: async (
    { containerId, name, versionId }: WalkPlace,
    limit: number,
  ): Promise<readonly StoredObject[]> => {
    const rows = await db
      .selectFrom('object_versions')
      .selectAll()
      .where(({ eb, or, and }) =>
        or([
          eb('container_id', '>', containerId),
          and([eb('container_id', '=', containerId), eb('name', '>', name)]),
          and([
            eb('container_id', '=', containerId),
            eb('name', '=', name),
            eb('version_id', '>', versionId),
          ]),
        ]),
      )
      .orderBy('container_id')
      .orderBy('name')
      .orderBy('version_id')
      .limit(limit)
      .execute()
    return rows.map(toObject)
  },

  /** Whether an object or version refers to these bytes. */
  has: async (blob: string): Promise<boolean> => {
    const of = (table: 'objects' | 'object_versions') =>
      db.selectFrom(table).select('name').where('blob', '=', blob).limit(1).executeTakeFirst()
    return (await of('objects')) !== undefined || (await of('object_versions')) !== undefined
  },
})

export type StoredBlobs = ReturnType<typeof storedBlobs>
