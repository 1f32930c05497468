import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { reverter } from '@nimbo/kernel/reverter'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needVolume, requireAsSeen } from '../../../app/need.ts'
import { otherKeyFor, requireKeyOfImage, requireNoSnapshots } from '../../../app/volume-keys.ts'
import { findEncryption } from '../../../db/type-encryption.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { type Encryption, requireKnownEncryption } from '../../../domain/encryption.ts'
import { imageMetadataOf, keyOfImage, requireFits, type SourceImage } from '../../../domain/image-source.ts'
import type { Volume } from '../../../domain/volume.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { reimageVolumeFlow } from './reimage-flow.ts'

/**
 * The encryption for writing an image to an encrypted volume: the volume's own key, with which the image is encrypted; or, for
 * an image that is encrypted already with another key, a copy of that. Undefined if neither is encrypted.
 */
const lockFor = async (
  app: VolumeApp,
  ctx: Context,
  volume: Volume,
  image: SourceImage,
): Promise<
  { readonly how?: Encryption & { readonly keyId: string }; readonly newKeyId?: string } | undefined
> => {
  const { id, typeId, typeName, encryptionKeyId } = volume
  const imageKeyId = keyOfImage(image)
  if (encryptionKeyId === null) {
    if (imageKeyId === undefined) return undefined
    throw errors.InvalidInput({
      reason: `Volume ${id} is not encrypted and cannot be given the encrypted image ${image.id}.`,
    })
  }
  if (imageKeyId !== undefined) {
    await requireKeyOfImage(app.keys)(ctx, image.id, imageKeyId)
    const newKeyId = await otherKeyFor(app.keys)(ctx, volume, imageKeyId)
    return newKeyId === undefined ? {} : { newKeyId }
  }
  const asked = await findEncryption(app.db, typeId)
  if (asked === undefined)
    throw errors.InvalidVolume({ reason: `The type of volume ${id} is not encrypted.` })
  const how = requireKnownEncryption(asked, typeName)
  if (how.version === 2)
    throw errors.InvalidInput({
      reason: `Volume ${id} cannot be given an image: nothing here writes into LUKS version 2.`,
    })
  return { how: { ...how, keyId: encryptionKeyId } }
}

/** Overwrites a volume with an image; a `reserved` volume only if the caller may. */
export const reimageVolume =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    id: string,
    imageId: string,
    { reserved }: { readonly reserved: boolean },
  ): Promise<void> => {
    const volume = await needVolume(app, ctx, id)
    const image = (await app.images.show(ctx, imageId)) as SourceImage | undefined
    if (!image) throw errors.ImageNotFound({ id: imageId })
    requireFits(image, volume.size)
    const status = volume.status === 'reserved' ? 'reserved' : 'available'
    const from = reserved ? (['available', 'error', 'reserved'] as const) : (['available', 'error'] as const)
    const { host } = volume
    await using undo = reverter()
    const lock = await lockFor(app, ctx, volume, image)
    const newKeyId = lock?.newKeyId
    if (newKeyId !== undefined) undo.add(() => app.keys.remove(ctx, newKeyId))
    await beginWork(app, ctx, async (trx) => {
      const change = { status: 'downloading', previous_status: status }
      if (host === null || !(await changeVolume(trx, id, from, change, timestamp(app.clock)))) {
        throw errors.InvalidVolume({
          reason: `Volume ${id} status must be ${from.join(' or ')} to be given an image, but is ${volume.status}.`,
        })
      }
      await requireAsSeen(trx, volume)
      if (newKeyId !== undefined) await requireNoSnapshots(trx, id)
      const flowId = await insertFlow(trx, reimageVolumeFlow, {
        subject: id,
        ctx,
        clock: app.clock,
        input: {
          ...{ volumeId: id, host: queueOf(host), sizeGb: volume.size, imageId, status },
          format: image.disk_format ?? 'raw',
          imageMetadata: imageMetadataOf(image),
          ...(lock?.how === undefined ? {} : { lock: lock.how }),
          ...(newKeyId === undefined ? {} : { keys: { old: volume.encryptionKeyId, new: newKeyId } }),
        },
      })
      return { flowId }
    })
    undo.keep()
  }
