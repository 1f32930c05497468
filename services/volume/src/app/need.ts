import type { Context } from '@nimbo/kernel/context'
import { isUuid } from '@nimbo/kernel/ids'
import { findAttachment } from '../db/attachments.ts'
import type { Db } from '../db/db.ts'
import { findSnapshot } from '../db/snapshots.ts'
import { findType, findTypeByName, type VolumeType } from '../db/volume-types.ts'
import { findVolume } from '../db/volumes.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { Attachment, Volume } from '../domain/volume.ts'
import { errors } from '../errors.ts'
import { scopeOf, type VolumeApp } from './app.ts'

/** Finds a volume that the caller may see; throws `VolumeNotFound` otherwise. */
export const needVolume = async (app: VolumeApp, ctx: Context, id: string): Promise<Volume> => {
  const volume = await findVolume(app.db, id, scopeOf(app, ctx))
  if (!volume) throw errors.VolumeNotFound({ id })
  return volume
}

const decisive = ['host', 'size', 'encryptionKeyId'] as const

/**
 * Throws when a volume was moved, extended or given another key since it was read, since what was prepared for it no longer fits. To
 * be called in a transaction that has set its status, so that it stays as it is.
 */
export const requireAsSeen = async (trx: Db, seen: Volume): Promise<void> => {
  const { id } = seen
  const volume = await findVolume(trx, id, undefined)
  if (!volume || decisive.some((key) => volume[key] !== seen[key])) throw errors.ConcurrentChange({ id })
}

/** Like {@link needVolume}, for an attachment. */
export const needAttachment = async (app: VolumeApp, ctx: Context, id: string): Promise<Attachment> => {
  const attachment = await findAttachment(app.db, id, scopeOf(app, ctx))
  if (!attachment) throw errors.VolumeAttachmentNotFound({ id })
  return attachment
}

/** Like {@link needVolume}, for a snapshot. */
export const needSnapshot = async (app: VolumeApp, ctx: Context, id: string): Promise<Snapshot> => {
  const snapshot = await findSnapshot(app.db, id, scopeOf(app, ctx))
  if (!snapshot) throw errors.SnapshotNotFound({ id })
  return snapshot
}

/** Like {@link needVolume}, for a type by its id. */
export const needType = async (app: VolumeApp, ctx: Context, id: string): Promise<VolumeType> => {
  const type = await findType(app.db, id, scopeOf(app, ctx))
  if (!type) throw errors.VolumeTypeNotFound({ id })
  return type
}

/** Finds a type by its id or name, as request bodies name it. */
export const resolveType = async (app: VolumeApp, ctx: Context, idOrName: string): Promise<VolumeType> => {
  const scope = scopeOf(app, ctx)
  const type = (await findType(app.db, idOrName, scope)) ?? (await findTypeByName(app.db, idOrName, scope))
  if (!type)
    throw isUuid(idOrName)
      ? errors.VolumeTypeNotFound({ id: idOrName })
      : errors.VolumeTypeNotFoundByName({ name: idOrName })
  return type
}
