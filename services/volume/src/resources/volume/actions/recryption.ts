import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../../app/app.ts'
import { makeVolumeKey } from '../../../app/volume-keys.ts'
import { findEncryption } from '../../../db/type-encryption.ts'
import type { VolumeType } from '../../../db/volume-types.ts'
import { type Encryption, requireKnownEncryption } from '../../../domain/encryption.ts'
import { allowsMultiattach, type Volume } from '../../../domain/volume.ts'
import { errors } from '../../../errors.ts'
import type { ChangedKeys } from '../../../flows/change-key.ts'

/** The change of a volume's encryption by another type. */
export interface Recryption {
  readonly from?: Encryption
  readonly to?: Encryption
  /** The id of the copy until it takes the place of the volume, where both are on one back end. */
  readonly copyId: string
}

const isSame = (one: Encryption | undefined, other: Encryption | undefined): boolean =>
  one?.cipher === other?.cipher && one?.keySize === other?.keySize && one?.version === other?.version

/** The change of encryption by a new type; undefined if the volume is encrypted in the same way already, and so keeps its key. */
export const recryptionOf = async (
  { db }: Pick<VolumeApp, 'db'>,
  volume: Volume,
  type: VolumeType,
): Promise<Recryption | undefined> => {
  const asked = await findEncryption(db, type.id)
  if (asked && allowsMultiattach(type.extraSpecs))
    throw errors.InvalidInput({
      reason: 'Retype requested both encryption and multi-attach, which is not supported.',
    })
  const old = volume.encryptionKeyId === null ? undefined : await findEncryption(db, volume.typeId)
  const [from, to] = [
    old && requireKnownEncryption(old, volume.typeName),
    asked && requireKnownEncryption(asked, type.name),
  ]
  if (isSame(from, to) && volume.status !== 'in-use') return undefined
  // A server would have to swap the volume, but libvirt cannot mirror a disk that QEMU encrypts.
  if ((from ?? to) !== undefined && volume.status === 'in-use')
    throw errors.InvalidVolume({
      reason:
        'Swap volume is not supported for encrypted volumes when native LUKS decryption is enabled: detach the volume first.',
    })
  if (isSame(from, to)) return undefined
  if (from?.version === 2 || to?.version === 2)
    throw errors.InvalidInput({
      reason: `A volume cannot be retyped from ${volume.typeName} to ${type.name}: nothing here reads or writes what LUKS version 2 encrypts.`,
    })
  return { ...(from ? { from } : {}), ...(to ? { to } : {}), copyId: newId() }
}

/** Stores a new key for the volume, if the new type encrypts it. */
export const keysOf = async (
  { keys }: Pick<VolumeApp, 'keys'>,
  ctx: Context,
  { id, encryptionKeyId }: Volume,
  { to }: Recryption,
): Promise<ChangedKeys> => ({
  old: encryptionKeyId,
  new: to === undefined ? null : await makeVolumeKey(keys)(ctx, id, to, undefined),
})
