import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import { type Metadata, metadataOf, textOfMetadata } from '../domain/metadata.ts'
import { afterAllWith } from '../domain/text-order.ts'
import type { ContentKind, ObjectRow, SwiftTables } from './tables.ts'

export interface StoredObject {
  readonly containerId: string
  readonly name: string
  readonly timestamp: string
  readonly etag: string
  /** The size of a download in bytes. */
  readonly size: number
  readonly contentType: string
  /** Metadata and other headers of a download. */
  readonly headers: Metadata
  readonly kind: ContentKind
  readonly blob: string | null
  readonly deleteAt: number | null
  /** Distinguishes the versions of a name; null if the object was stored without versioning. */
  readonly versionId: string | null
}

export const toObject = (row: ObjectRow): StoredObject => ({
  containerId: row.container_id,
  name: row.name,
  timestamp: row.timestamp,
  etag: row.etag,
  size: Number(row.size),
  contentType: row.content_type,
  headers: metadataOf(row.headers),
  kind: row.kind,
  blob: row.blob,
  deleteAt: row.delete_at === null ? null : Number(row.delete_at),
  versionId: row.version_id,
})

export const toRow = (object: StoredObject): ObjectRow => ({
  container_id: object.containerId,
  name: object.name,
  timestamp: object.timestamp,
  etag: object.etag,
  size: object.size,
  content_type: object.contentType,
  headers: textOfMetadata(object.headers),
  kind: object.kind,
  blob: object.blob,
  delete_at: object.deleteAt,
  version_id: object.versionId,
})

interface Named {
  readonly containerId: string
  readonly name: string
}

const named = prepared((db: Kysely<SwiftTables>, { containerId, name }: Named) =>
  db.selectFrom('objects').selectAll().where('container_id', '=', containerId).where('name', '=', name),
)

const inserted = prepared((db: Kysely<SwiftTables>, { row }: { readonly row: ObjectRow }) =>
  db.insertInto('objects').values(row),
)

const removed = prepared((db: Kysely<SwiftTables>, { containerId, name }: Named) =>
  db.deleteFrom('objects').where('container_id', '=', containerId).where('name', '=', name).returningAll(),
)

export const objects = (db: Kysely<SwiftTables>) => ({
  find: async (containerId: string, name: string): Promise<StoredObject | undefined> => {
    const [row] = await named(db, { containerId, name })
    return row && toObject(row)
  },

  insert: async (object: StoredObject): Promise<void> => {
    await inserted(db, { row: toRow(object) })
  },

  /** Updates everything of an object but its bytes. */
  describe: async (object: StoredObject): Promise<void> => {
    const { content_type, headers, kind, timestamp, delete_at } = toRow(object)
    await db
      .updateTable('objects')
      .set({ content_type, headers, kind, timestamp, delete_at })
      .where('container_id', '=', object.containerId)
      .where('name', '=', object.name)
      .execute()
  },

  /** Returns the removed object. */
  remove: async (containerId: string, name: string): Promise<StoredObject | undefined> => {
    const [row] = await removed(db, { containerId, name })
    return row && toObject(row)
  },

  /** The last object by name whose name has the prefix. */
  lastWith: async (containerId: string, prefix: string): Promise<StoredObject | undefined> => {
    const beyond = afterAllWith(prefix)
    let found = db
      .selectFrom('objects')
      .selectAll()
      .where('container_id', '=', containerId)
      .where('name', '>=', prefix)
      .orderBy('name', 'desc')
    if (beyond !== undefined) found = found.where('name', '<', beyond)
    const row = await found.limit(1).executeTakeFirst()
    return row && toObject(row)
  },

  /** Up to `limit` names in a container, expired or not. */
  names: async (containerId: string, limit: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('objects')
      .select('name')
      .where('container_id', '=', containerId)
      .orderBy('name')
      .limit(limit)
      .execute()
    return rows.map(({ name }) => name)
  },

  /** Names in a container that expired before a time in whole seconds since 1970. */
  expiredIn: async (containerId: string, instant: number, limit: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('objects')
      .select('name')
      .where('container_id', '=', containerId)
      .where('delete_at', '<=', instant)
      .limit(limit)
      .execute()
    return rows.map(({ name }) => name)
  },

  /** Objects that expired before a time in whole seconds since 1970, earliest first. */
  expiredBefore: async (instant: number, limit: number): Promise<readonly StoredObject[]> => {
    const rows = await db
      .selectFrom('objects')
      .selectAll()
      .where('delete_at', '<=', instant)
      .orderBy('delete_at')
      .limit(limit)
      .execute()
    return rows.map(toObject)
  },
})

export type Objects = ReturnType<typeof objects>
