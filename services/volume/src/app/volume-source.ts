import type { volumeContent } from '@nimbo/contracts/volume/volume-host'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { Static } from 'typebox'
import { backups } from '../db/backups.ts'
import {
  imageMetadataOf,
  keyOfImage,
  requireFits,
  rootSnapshotOf,
  type SourceImage,
} from '../domain/image-source.ts'
import { storeKeyOf } from '../domain/store-key.ts'
import { queueOf } from '../domain/volume-host.ts'
import { errors } from '../errors.ts'
import type { Restored } from '../flows/restore-content.ts'
import { scopeOf, type VolumeApp } from './app.ts'
import { needSnapshot, needVolume } from './need.ts'
import { keyOfBackup } from './volume-keys.ts'

/** The requested source of a new volume: at most one. */
export interface WantedSource {
  readonly imageId?: string | undefined
  /** Whether the snapshot of the root disk stands for an image that Nova made of a server which boots from a volume. */
  readonly takesServerImages?: boolean
  readonly sourceVolumeId?: string | undefined
  readonly snapshotId?: string | undefined
  readonly backupId?: string | undefined
}

/** A source that exists, with what the new volume inherits from it. */
export interface Source {
  readonly content: Static<typeof volumeContent>
  readonly sizeGb: number
  readonly bootable: boolean
  readonly onHost?: string
  readonly typeId?: string
  readonly imageMetadata?: Readonly<Record<string, string>>
  /** The backup that is restored into the volume after its creation. */
  readonly restored?: Restored
  /** The key with which the content of an image is encrypted. */
  readonly imageKeyId?: string
  /** The key of an encrypted backup, with the type of the volume that was backed up. */
  readonly backupKey?: { readonly keyId: string; readonly typeId: string }
}

/**
 * Finds the source of a new volume and checks that a volume of `size` can be created from it. The size defaults to that of the
 * source.
 */
export const resolveSource =
  (app: VolumeApp) =>
  async (ctx: Context, wanted: WantedSource, size: number | undefined): Promise<Source> => {
    const { takesServerImages = false, ...sources } = wanted
    const given = Object.values(sources).filter((one) => one !== undefined)
    if (given.length > 1) {
      throw errors.InvalidInput({
        reason: 'May specify only one of backup, imageRef, snapshot, source volume',
      })
    }
    if (wanted.imageId !== undefined) return fromImage(app, ctx, wanted.imageId, { size, takesServerImages })
    if (wanted.sourceVolumeId !== undefined) return fromVolume(app, ctx, wanted.sourceVolumeId, size)
    if (wanted.snapshotId !== undefined) return fromSnapshot(app, ctx, wanted.snapshotId, size)
    if (wanted.backupId !== undefined) return fromBackup(app, ctx, wanted.backupId, size)
    return { content: { from: 'nothing' }, sizeGb: requireSize(size), bootable: false }
  }

const requireSize = (size: number | undefined): number => {
  if (size !== undefined && Number.isInteger(size) && size > 0) return size
  throw errors.InvalidInput({
    reason: `Volume size '${size ?? 'None'}' must be an integer and greater than 0`,
  })
}

const fromImage = async (
  app: VolumeApp,
  ctx: Context,
  imageId: string,
  { size, takesServerImages }: { readonly size: number | undefined; readonly takesServerImages: boolean },
): Promise<Source> => {
  const image = (await app.images.show(ctx, imageId)) as SourceImage | undefined
  if (!image) {
    throw errors.BadRequest({ reason: 'Invalid image identifier or unable to access requested image.' })
  }
  const rootSnapshot = takesServerImages ? rootSnapshotOf(image) : undefined
  if (rootSnapshot !== undefined) return fromRootSnapshot(app, ctx, rootSnapshot, size)
  const sizeGb = requireSize(size)
  requireFits(image, sizeGb)
  const imageKeyId = keyOfImage(image)
  return {
    content: { from: 'image', imageId, format: image.disk_format ?? 'raw' },
    sizeGb,
    bootable: true,
    imageMetadata: imageMetadataOf(image),
    ...(imageKeyId === undefined ? {} : { imageKeyId }),
  }
}

/** The source for an image of a server: the snapshot of the root disk, which the image names. */
const fromRootSnapshot = async (
  app: VolumeApp,
  ctx: Context,
  id: string,
  size: number | undefined,
): Promise<Source> => {
  try {
    return await fromSnapshot(app, ctx, id, size)
  } catch (error) {
    throw isFault(error, 'SnapshotNotFound') ? errors.ServerImageWithoutSnapshot({ id }) : error
  }
}

const fromVolume = async (
  app: VolumeApp,
  ctx: Context,
  id: string,
  size: number | undefined,
): Promise<Source> => {
  const source = await needVolume(app, ctx, id)
  if (source.host === null || !['available', 'in-use'].includes(source.status))
    throw errors.InvalidVolume({ reason: 'Source volume must be available or in-use.' })
  const sizeGb = requireSize(size ?? source.size)
  if (sizeGb < source.size) {
    throw errors.InvalidInput({
      reason: `Volume size '${sizeGb}'GB cannot be smaller than original volume size ${source.size}GB. They must be >= original volume size.`,
    })
  }
  return {
    content: { from: 'volume', volumeId: id },
    sizeGb,
    bootable: source.bootable,
    onHost: queueOf(source.host),
    typeId: source.typeId,
    ...(source.imageMetadata === null ? {} : { imageMetadata: source.imageMetadata }),
  }
}

const fromBackup = async (
  app: VolumeApp,
  ctx: Context,
  id: string,
  size: number | undefined,
): Promise<Source> => {
  const projectId = scopeOf(app, ctx)
  const backup = await backups.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
  if (!backup) throw errors.BackupNotFound({ id })
  if (backup.status !== 'available' || backup.host === null)
    throw errors.InvalidBackup({ reason: 'Backup status must be available' })
  const sizeGb = requireSize(size ?? backup.size)
  if (sizeGb < backup.size) {
    throw errors.InvalidInput({
      reason: `Volume size ${sizeGb}GB cannot be smaller than the backup size ${backup.size}GB. It must be >= backup size.`,
    })
  }
  const hasImage = Object.keys(backup.image_metadata).length > 0
  const backupKey = await keyOfBackup(app.keys)(ctx, backup)
  return {
    content: { from: 'nothing' },
    sizeGb,
    bootable: backup.bootable,
    restored: { backupId: id, storeKey: storeKeyOf(backup), backupHost: backup.host },
    ...(hasImage ? { imageMetadata: backup.image_metadata } : {}),
    ...(backupKey === undefined ? {} : { backupKey, typeId: backupKey.typeId }),
  }
}

const fromSnapshot = async (
  app: VolumeApp,
  ctx: Context,
  id: string,
  size: number | undefined,
): Promise<Source> => {
  const snapshot = await needSnapshot(app, ctx, id)
  const origin = await needVolume(app, ctx, snapshot.volumeId)
  if (snapshot.status !== 'available' || origin.host === null) {
    throw errors.InvalidSnapshot({
      reason: "Originating snapshot status must be one of 'available' values",
    })
  }
  const sizeGb = requireSize(size ?? snapshot.size)
  if (sizeGb < snapshot.size) {
    throw errors.InvalidInput({
      reason: `Volume size '${sizeGb}'GB cannot be smaller than the snapshot size ${snapshot.size}GB. They must be >= original snapshot size.`,
    })
  }
  return {
    content: { from: 'snapshot', snapshotId: id, volumeId: snapshot.volumeId },
    sizeGb,
    bootable: origin.bootable,
    onHost: queueOf(origin.host),
    typeId: origin.typeId,
    ...(origin.imageMetadata === null ? {} : { imageMetadata: origin.imageMetadata }),
  }
}
