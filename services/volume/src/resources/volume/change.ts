import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Db } from '../../db/db.ts'
import { removeVolumeMetadata, setAdminMetadata, setVolumeMetadata, type Texts } from '../../db/metadata.ts'
import { updateVolume as updateRow } from '../../db/volumes.ts'
import type { Volume } from '../../domain/volume.ts'
import { errors } from '../../errors.ts'
import type { VolumeApp } from '../../app/app.ts'
import { needVolume } from '../../app/need.ts'

/** The attributes that an owner may change at any time; those left out stay. */
export interface VolumeChanges {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  /** Replaces all metadata. */
  readonly metadata?: Texts | undefined
  readonly bootable?: boolean | undefined
  readonly readonly?: boolean | undefined
  /** Replaces all image metadata. */
  readonly imageMetadata?: Texts | undefined
}

const flag = (value: boolean): number => (value ? 1 : 0)

export const updateVolume =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, changes: VolumeChanges): Promise<Volume> => {
    await needVolume(app, ctx, id)
    const { name, description, metadata, bootable, readonly, imageMetadata } = changes
    const write = async (trx: Db): Promise<void> => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(bootable === undefined ? {} : { bootable: flag(bootable) }),
        ...(imageMetadata === undefined ? {} : { image_metadata: JSON.stringify(imageMetadata) }),
      }
      await updateRow(trx, id, change, timestamp(app.clock))
      if (metadata !== undefined) await setVolumeMetadata(trx, id, metadata, true)
      if (readonly !== undefined) await setAdminMetadata(trx, id, { readonly: readonly ? 'True' : 'False' })
    }
    await inTransaction(app.db, (trx) => app.notices.changing(trx, ctx, 'update', id, () => write(trx)))
    return needVolume(app, ctx, id)
  }

/** Sets single keys of the metadata; the others stay. */
export const mergeMetadata =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, metadata: Texts): Promise<Volume> => {
    await needVolume(app, ctx, id)
    await inTransaction(app.db, (trx) => setVolumeMetadata(trx, id, metadata))
    return needVolume(app, ctx, id)
  }

/** Removes a key from the image metadata of a volume. */
export const removeImageMetadata =
  (app: VolumeApp) =>
  async (ctx: Context, { id, imageMetadata }: Volume, key: string): Promise<void> => {
    if (imageMetadata === null || !Object.hasOwn(imageMetadata, key))
      throw errors.ImageMetadataNotFound({ id })
    const { [key]: _, ...left } = imageMetadata
    await updateVolume(app)(ctx, id, { imageMetadata: left })
  }

export const removeMetadataKey =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, key: string): Promise<void> => {
    await needVolume(app, ctx, id)
    if (!(await removeVolumeMetadata(app.db, id, key))) throw errors.VolumeMetadataNotFound({ id, key })
  }
