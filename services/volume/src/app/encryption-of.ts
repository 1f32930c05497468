import type { Context } from '@nimbo/kernel/context'
import { findEncryption } from '../db/type-encryption.ts'
import type { VolumeType } from '../db/volume-types.ts'
import { findVolume } from '../db/volumes.ts'
import { type Encryption, requireKnownEncryption } from '../domain/encryption.ts'
import { errors } from '../errors.ts'
import type { VolumeApp } from './app.ts'
import { requireKeyOfImage } from './volume-keys.ts'
import type { Source } from './volume-source.ts'

interface VolumeEncryption {
  readonly how: Encryption
  /** The key of the source, whose content is encrypted already; undefined if the volume needs a new key. */
  readonly likeKeyId: string | undefined
}

/**
 * The encryption of a volume of this type; undefined if it has none. A volume made from an encrypted source is a copy with the
 * same key, so its type must be encrypted, too.
 */
export const encryptionOf =
  (app: VolumeApp) =>
  async (ctx: Context, type: VolumeType, source: Source): Promise<VolumeEncryption | undefined> => {
    const asked = await findEncryption(app.db, type.id)
    const likeKeyId = await keyOfSource(app, ctx, type, source, asked !== undefined)
    if (!asked) return undefined
    const how = requireKnownEncryption(asked, type.name)
    if (how.version === 2 && source.content.from === 'image' && likeKeyId === undefined)
      throw errors.InvalidInput({
        reason: `Volumes of type ${type.name} cannot be made from an image: nothing here writes into LUKS version 2.`,
      })
    return { how, likeKeyId }
  }

/**
 * The key of the source, if it is encrypted. Throws if only one of source and type is encrypted, unless the content of the
 * source can be encrypted while it is copied.
 */
const keyOfSource = async (
  app: VolumeApp,
  ctx: Context,
  type: VolumeType,
  { content, imageKeyId, restored, backupKey }: Source,
  isAsked: boolean,
): Promise<string | undefined> => {
  const refuse = (what: string, isLocked: boolean) =>
    errors.InvalidInput({
      reason: `A volume of type ${type.name} cannot be made from ${what} that is ${isLocked ? '' : 'not '}encrypted.`,
    })
  if (content.from === 'volume' || content.from === 'snapshot') {
    const keyId = (await findVolume(app.db, content.volumeId, undefined))?.encryptionKeyId ?? null
    if ((keyId !== null) !== isAsked) throw refuse('one', keyId !== null)
    return keyId ?? undefined
  }
  if (content.from === 'image' && imageKeyId !== undefined) {
    if (!isAsked) throw refuse('an image', true)
    await requireKeyOfImage(app.keys)(ctx, content.imageId, imageKeyId)
    return imageKeyId
  }
  if (restored === undefined) return undefined
  if (backupKey === undefined) {
    if (isAsked) throw refuse('a backup', false)
    return undefined
  }
  if (!isAsked || backupKey.typeId !== type.id)
    throw errors.InvalidInput({
      reason: `The source volume type '${backupKey.typeId}' is different than the destination volume type '${type.id}'.`,
    })
  return backupKey.keyId
}
