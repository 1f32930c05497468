import type { Kysely } from 'kysely'
import type { ImageTables } from '../../db/tables.ts'
import type { ImageData } from '../data/uploads.ts'
import type { Address, Image } from '../image/image.ts'

interface Imported {
  readonly key: string
  readonly stores: readonly string[]
  readonly data: ImageData
  readonly now: string
}

interface Copied extends Imported {
  readonly addresses: readonly Address[]
}

/** Changes of an image by an import; each returns false if the image belongs to another task by now, or is deleted. */
export const imports = (db: Kysely<ImageTables>) => {
  const held = (imageId: string, taskId: string) =>
    db.updateTable('images').where('id', '=', imageId).where('import_task', '=', taskId)
  return {
    /** Reserves the image for the task, if its status and stores are unchanged and no other task has it. */
    begin: async (image: Image, taskId: string, stores: readonly string[], now: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('images')
        .set({
          status: image.status === 'active' ? 'active' : 'importing',
          import_task: taskId,
          importing_to: stores.join(','),
          failed_imports: '',
          updated_at: now,
        })
        .where('id', '=', image.id)
        .where('status', '=', image.status)
        .where('stores', '=', JSON.stringify(image.stores))
        .where('upload_id', 'is', null)
        .where('import_task', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    progress: async (
      imageId: string,
      taskId: string,
      { waiting, failed }: { readonly waiting: readonly string[]; readonly failed: readonly string[] },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await held(imageId, taskId)
        .set({ importing_to: waiting.join(','), failed_imports: failed.join(',') })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Activates the image with the data that these stores have under `key`. */
    complete: async (
      imageId: string,
      taskId: string,
      { key, stores, data, now }: Imported,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await held(imageId, taskId)
        .set({
          ...{ status: 'active', location: key, stores: JSON.stringify(stores) },
          ...{ size: data.size, virtual_size: data.virtualSize },
          ...{ checksum: data.checksum, hash_value: data.hashValue },
          ...{ staged: null, import_task: null, importing_to: '', updated_at: now },
        })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /**
     * Records that these stores now have the data of an image that was at an external address, which is now one of `addresses`.
     */
    bringIn: async (
      imageId: string,
      taskId: string,
      { key, stores, data, addresses, now }: Copied,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await held(imageId, taskId)
        .set({
          ...{ location: key, stores: JSON.stringify(stores), addresses: JSON.stringify(addresses) },
          ...{ size: data.size, virtual_size: data.virtualSize },
          ...{ checksum: data.checksum, hash_value: data.hashValue },
          ...{ import_task: null, importing_to: '', updated_at: now },
        })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Sets the image back to `queued`; these stores failed. */
    giveUp: async (
      imageId: string,
      taskId: string,
      stores: readonly string[],
      now: string,
    ): Promise<void> => {
      await held(imageId, taskId)
        .set({
          status: 'queued',
          staged: null,
          size: null,
          import_task: null,
          importing_to: '',
          failed_imports: stores.join(','),
          updated_at: now,
        })
        .execute()
    },

    /** Releases an image after it was copied. */
    release: async (imageId: string, taskId: string, now: string): Promise<boolean> => {
      const { numUpdatedRows } = await held(imageId, taskId)
        .set({ import_task: null, importing_to: '', updated_at: now })
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Sets the stores of an image, unless they changed meanwhile. */
    moveStores: async (imageId: string, from: readonly string[], to: readonly string[]): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('images')
        .set({ stores: JSON.stringify(to) })
        .where('id', '=', imageId)
        .where('stores', '=', JSON.stringify(from))
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
  }
}

export type Imports = ReturnType<typeof imports>
