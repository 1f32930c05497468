import type { Db } from '../db/db.ts'
import { findVolume } from '../db/volumes.ts'
import type { Volume } from '../domain/volume.ts'
import { errors } from '../errors.ts'

const decisive = ['host', 'size', 'encryptionKeyId'] as const

/**
 * Throws when the volume was moved, extended or given another key since it was read, since what was prepared for it no longer fits.
 * To be called in a transaction that has set its status, so that it stays as it is.
 */
export const requireAsSeen = async (trx: Db, seen: Volume): Promise<void> => {
  const { id } = seen
  const volume = await findVolume(trx, id, undefined)
  if (!volume || decisive.some((key) => volume[key] !== seen[key])) throw errors.ConcurrentChange({ id })
}
