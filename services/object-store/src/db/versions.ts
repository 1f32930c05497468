import type { Kysely } from 'kysely'
import { kept } from '../domain/s3/system-metadata.ts'
import { type StoredObject, toObject, toRow } from './objects.ts'
import type { ObjectVersionRow, SwiftTables } from './tables.ts'

/** An older version of an object, or a delete marker. */
export interface ObjectVersion extends StoredObject {
  readonly versionId: string
  readonly isMarker: boolean
}

const toVersion = (row: ObjectVersionRow): ObjectVersion => ({
  ...toObject(row),
  versionId: row.version_id,
  isMarker: row.is_marker === 1,
})

export const versions = (db: Kysely<SwiftTables>) => ({
  find: async (containerId: string, name: string, versionId: string): Promise<ObjectVersion | undefined> => {
    const row = await db
      .selectFrom('object_versions')
      .selectAll()
      .where('container_id', '=', containerId)
      .where('name', '=', name)
      .where('version_id', '=', versionId)
      .executeTakeFirst()
    return row && toVersion(row)
  },

  insert: async (version: ObjectVersion): Promise<void> => {
    const row = { ...toRow(version), version_id: version.versionId, is_marker: version.isMarker ? 1 : 0 }
    await db.insertInto('object_versions').values(row).execute()
  },

  /** Returns the removed version. */
  remove: async (
    containerId: string,
    name: string,
    versionId: string,
  ): Promise<ObjectVersion | undefined> => {
    const row = await db
      .deleteFrom('object_versions')
      .where('container_id', '=', containerId)
      .where('name', '=', name)
      .where('version_id', '=', versionId)
      .returningAll()
      .executeTakeFirst()
    return row && toVersion(row)
  },

  /** Up to `limit` versions in a container. */
  some: async (containerId: string, limit: number): Promise<readonly ObjectVersion[]> => {
    const rows = await db
      .selectFrom('object_versions')
      .selectAll()
      .where('container_id', '=', containerId)
      .orderBy('name')
      .limit(limit)
      .execute()
    return rows.map(toVersion)
  },

  /** The versions of an object that a multipart upload of S3 created. */
  ofUpload: async (
    containerId: string,
    name: string,
    uploadId: string,
  ): Promise<readonly ObjectVersion[]> => {
    const rows = await db
      .selectFrom('object_versions')
      .selectAll()
      .where('container_id', '=', containerId)
      .where('name', '=', name)
      .where('headers', 'like', `%"${kept.upload}":"${uploadId}"%`)
      .execute()
    return rows.map(toVersion)
  },
})

export type Versions = ReturnType<typeof versions>
