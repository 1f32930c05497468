import { randomBytes } from 'node:crypto'
import type { KeyManagerClient } from '@nimbo/clients/key-manager'
import { imageKeyName } from '@nimbo/contracts/image/image-keys'
import type { Backup } from '@nimbo/contracts/volume/backups'
import type { Context } from '@nimbo/kernel/context'
import type { Db } from '../db/db.ts'
import { hasSnapshots } from '../db/snapshots.ts'
import type { Encryption } from '../domain/encryption.ts'
import type { Volume } from '../domain/volume.ts'
import { errors } from '../errors.ts'

/**
 * Stores a key for a volume in the key manager, in the name of this service: the owner of the volume needs no secret of their
 * own, and cannot delete this one. A copy of a volume has the key of its source, under an id of its own.
 */
export const makeVolumeKey =
  (keys: KeyManagerClient) =>
  async (
    ctx: Context,
    volumeId: string,
    { cipher, keySize }: Encryption,
    likeKeyId: string | undefined,
  ): Promise<string> => {
    if (likeKeyId !== undefined) return copyKey(keys)(ctx, likeKeyId, `volume-${volumeId}`)
    const [algorithm = 'aes', mode = 'xts'] = cipher.split('-')
    return storeKey(keys, ctx, randomBytes(keySize / 8), {
      ...{ name: `volume-${volumeId}`, algorithm, mode },
    })
  }

/** Stores the same key again under another name; resolves to its id. Each user of a key deletes their own copy. */
export const copyKey =
  (keys: KeyManagerClient) =>
  async (ctx: Context, keyId: string, name: string): Promise<string> =>
    storeKey(keys, ctx, await keys.payload(ctx, keyId), { name, algorithm: 'aes' })

/**
 * A copy of the key for a volume whose content is replaced by content with that key; undefined if the volume has this key under
 * its own id.
 */
export const otherKeyFor =
  (keys: KeyManagerClient) =>
  async (ctx: Context, { id, encryptionKeyId }: Volume, keyId: string): Promise<string | undefined> => {
    const isSame =
      encryptionKeyId !== null &&
      (await keys.payload(ctx, keyId)).equals(await keys.payload(ctx, encryptionKeyId))
    return isSame ? undefined : copyKey(keys)(ctx, keyId, `volume-${id}`)
  }

/** Throws if a volume that is to get another key has snapshots, since nothing could open them any more. */
export const requireNoSnapshots = async (trx: Db, volumeId: string): Promise<void> => {
  if (await hasSnapshots(trx, volumeId))
    throw errors.InvalidVolume({
      reason: `Volume ${volumeId} has snapshots, which cannot be opened with the new encryption key.`,
    })
}

const storeKey = (
  keys: KeyManagerClient,
  ctx: Context,
  key: Buffer,
  named: { readonly name: string; readonly algorithm: string; readonly mode?: string },
): Promise<string> =>
  keys.store(ctx, {
    ...named,
    ...{ secret_type: 'symmetric', bit_length: key.length * 8 },
    ...{ payload: key.toString('base64'), payload_content_encoding: 'base64' },
    payload_content_type: 'application/octet-stream',
  })

/**
 * Throws unless the key was made for the image. Users can write any id into the properties of their images, and this service can
 * read the keys of all volumes.
 */
export const requireKeyOfImage =
  (keys: KeyManagerClient) =>
  async (ctx: Context, imageId: string, keyId: string): Promise<void> => {
    if ((await keys.named(ctx, imageKeyName(imageId))) !== keyId)
      throw errors.InvalidInput({ reason: `The encryption key of image ${imageId} was not made for it.` })
  }

export const backupKeyName = (backupId: string): string => `backup-${backupId}`

/**
 * The key of a backup, and the type of the encrypted volume that it holds; undefined for a backup that is not encrypted. Throws
 * unless the key was created for the backup, since an imported record may name any key.
 */
export const keyOfBackup =
  (keys: KeyManagerClient) =>
  async (
    ctx: Context,
    { id, encryption_key_id: keyId, volume_type_id: typeId }: Backup,
  ): Promise<{ readonly keyId: string; readonly typeId: string } | undefined> => {
    if (keyId === null || typeId === null) return undefined
    if ((await keys.named(ctx, backupKeyName(id))) !== keyId)
      throw errors.InvalidBackup({ reason: `The encryption key of backup ${id} was not made for it.` })
    return { keyId, typeId }
  }
