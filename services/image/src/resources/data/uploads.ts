import type { Kysely } from 'kysely'
import type { Image } from '../image/image.ts'
import type { ImageTables } from '../../db/tables.ts'

/** What an image's record says of its bytes once they are there. */
export type ImageData = {
  readonly [Name in 'size' | 'checksum' | 'hashValue']: NonNullable<Image[Name]>
} & Pick<Image, 'virtualSize'>

/** An upload of an image's bytes, by an id of its own: a second try is another upload. */
export interface Upload {
  readonly imageId: string
  readonly id: string
}

/** Where an upload goes: into a store at once (`saving`), or to wait for an import (`uploading`). */
export type UploadStatus = 'saving' | 'uploading'

/** An upload that its process has long said nothing of. */
export interface LapsedUpload extends Upload {
  /** Until when it was to count as alive. */
  readonly until: string
}

const receiving = ['saving', 'uploading'] as const
const idle = { upload_id: null, upload_until: null }
/** Before every instant: an upload that is being cleared away. */
const over = ''

/**
 * Uploads under way. Each is to count as alive until an instant which its process moves on. Whoever finds that it has not
 * been moved may end the upload; from then on it can neither be prolonged nor completed, and may be cleared away.
 */
export const uploads = (db: Kysely<ImageTables>) => {
  const living = ({ imageId, id }: Upload) =>
    db
      .updateTable('images')
      .where('id', '=', imageId)
      .where('upload_id', '=', id)
      .where('status', 'in', receiving)
      .where('upload_until', '<>', over)
  return {
    /** False when the image does not wait for data. */
    begin: async (
      { imageId, id }: Upload,
      status: UploadStatus,
      { now, until }: { readonly now: string; readonly until: string },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('images')
        .set({ status, upload_id: id, upload_until: until, updated_at: now })
        .where('id', '=', imageId)
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** False when the upload is over: ended by another, or its image deleted. */
    prolong: async (upload: Upload, until: string): Promise<boolean> => {
      const { numUpdatedRows } = await living(upload).set({ upload_until: until }).executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Has the bytes wait for an import; false when the upload is over. */
    stage: async (upload: Upload, size: number, now: string): Promise<boolean> => {
      const { numUpdatedRows } = await living(upload)
        .set({ staged: upload.id, size, updated_at: now, ...idle })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Makes the bytes the image's own, in that store; false when the upload is over. */
    complete: async (upload: Upload, store: string, data: ImageData, now: string): Promise<boolean> => {
      const { numUpdatedRows } = await living(upload)
        .set({
          status: 'active',
          location: upload.id,
          stores: JSON.stringify([store]),
          size: data.size,
          virtual_size: data.virtualSize,
          checksum: data.checksum,
          hash_value: data.hashValue,
          updated_at: now,
          ...idle,
        })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Ends it, unless it has been moved on since it was seen to have lapsed. */
    end: async ({ imageId, id, until }: LapsedUpload): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('images')
        .set({ upload_until: over })
        .where('id', '=', imageId)
        .where('upload_id', '=', id)
        .where('upload_until', '=', until)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Has the image wait for data again; false when this upload is not its own any more. */
    abandon: async ({ imageId, id }: Upload): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('images')
        .set({ status: 'queued', ...idle })
        .where('id', '=', imageId)
        .where('upload_id', '=', id)
        .where('status', 'in', receiving)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** The upload of an image, if one is under way. */
    of: async (imageId: string): Promise<Upload | undefined> => {
      const row = await db
        .selectFrom('images')
        .select('upload_id')
        .where('id', '=', imageId)
        .executeTakeFirst()
      return row?.upload_id ? { imageId, id: row.upload_id } : undefined
    },

    /** Uploads that have lapsed before an instant, the oldest first. */
    lapsedBefore: async (instant: string, limit: number): Promise<readonly LapsedUpload[]> => {
      const rows = await db
        .selectFrom('images')
        .select(['id', 'upload_id', 'upload_until'])
        .where('upload_until', '<', instant)
        .orderBy('upload_until')
        .limit(limit)
        .execute()
      return rows.flatMap(({ id, upload_id, upload_until: until }) =>
        upload_id === null || until === null ? [] : [{ imageId: id, id: upload_id, until }],
      )
    },
  }
}

export type Uploads = ReturnType<typeof uploads>
