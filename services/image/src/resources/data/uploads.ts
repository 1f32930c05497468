import type { Kysely } from 'kysely'
import type { Image } from '../image/image.ts'
import type { ImageTables } from '../../db/tables.ts'

/** Attributes of an image that follow from its data. */
export type ImageData = {
  readonly [Name in 'size' | 'checksum' | 'hashValue']: NonNullable<Image[Name]>
} & Pick<Image, 'virtualSize'>

/** An upload of an image's data; a second attempt is another upload with another id. */
export interface Upload {
  readonly imageId: string
  readonly id: string
}

/** The status during an upload: directly into a store (`saving`), or into staging for an import (`uploading`). */
export type UploadStatus = 'saving' | 'uploading'

interface Begun {
  readonly status: UploadStatus
  /** The formats of the image, for which its data will be checked. */
  readonly formats: Pick<Image, 'diskFormat' | 'containerFormat'>
  readonly now: string
  readonly until: string
}

/** An upload whose lease has expired. */
export interface LapsedUpload extends Upload {
  /** The time at which the lease expired. */
  readonly until: string
}

const receiving = ['saving', 'uploading'] as const
const idle = { upload_id: null, upload_until: null }
/** The lease of an upload that is being cleared; it sorts before every time. */
const over = ''

/**
 * Uploads under way. Each has a lease that its process renews. When it has expired, any process may end the upload; from then on
 * it can neither be renewed nor completed, and may be cleared.
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
    /** Begins an upload; false if the image is not `queued`, or has other formats. */
    begin: async ({ imageId, id }: Upload, { status, formats, now, until }: Begun): Promise<boolean> => {
      const { diskFormat, containerFormat } = formats
      const { numUpdatedRows } = await db
        .updateTable('images')
        .set({ status, upload_id: id, upload_until: until, updated_at: now })
        .where('id', '=', imageId)
        .where('status', '=', 'queued')
        .where('disk_format', diskFormat === null ? 'is' : '=', diskFormat)
        .where('container_format', containerFormat === null ? 'is' : '=', containerFormat)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Renews the lease; false if the upload was ended by another process, or its image was deleted. */
    prolong: async (upload: Upload, until: string): Promise<boolean> => {
      const { numUpdatedRows } = await living(upload).set({ upload_until: until }).executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Marks the data as staged; false if the upload was ended. */
    stage: async (upload: Upload, size: number, now: string): Promise<boolean> => {
      const { numUpdatedRows } = await living(upload)
        .set({ staged: upload.id, size, updated_at: now, ...idle })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Activates the image with the data in that store; false if the upload was ended. */
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

    /** Ends an upload; false if its lease was renewed meanwhile. */
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

    /** Sets the image back to `queued`; false if another upload of the image has begun, or it was deleted. */
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

    /** Uploads whose lease expired before a time, the oldest first. */
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
