import type { Db } from './db.ts'

export type Texts = Readonly<Record<string, string>>

/** Sets keys of a volume's metadata; `replace` removes all other keys. */
export const setVolumeMetadata = async (
  db: Db,
  volumeId: string,
  metadata: Texts,
  replace = false,
): Promise<void> => {
  const keys = Object.keys(metadata)
  if (replace) await db.deleteFrom('volume_metadata').where('volume_id', '=', volumeId).execute()
  else if (keys.length > 0) {
    await db
      .deleteFrom('volume_metadata')
      .where('volume_id', '=', volumeId)
      .where('key', 'in', keys)
      .execute()
  }
  if (keys.length === 0) return
  const rows = Object.entries(metadata).map(([key, value]) => ({ volume_id: volumeId, key, value }))
  await db.insertInto('volume_metadata').values(rows).execute()
}

/** Removes a key of a volume's metadata; false if there is no such key. */
export const removeVolumeMetadata = async (db: Db, volumeId: string, key: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('volume_metadata')
    .where('volume_id', '=', volumeId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Sets admin metadata, which users cannot write. */
export const setAdminMetadata = async (db: Db, volumeId: string, pairs: Texts): Promise<void> => {
  for (const [key, value] of Object.entries(pairs)) {
    await db
      .insertInto('volume_admin_metadata')
      .values({ volume_id: volumeId, key, value })
      .onConflict((conflict) => conflict.columns(['volume_id', 'key']).doUpdateSet({ value }))
      .execute()
  }
}

/** Like {@link setVolumeMetadata}, for a snapshot. */
export const setSnapshotMetadata = async (
  db: Db,
  snapshotId: string,
  metadata: Texts,
  replace = false,
): Promise<void> => {
  const keys = Object.keys(metadata)
  if (replace) await db.deleteFrom('snapshot_metadata').where('snapshot_id', '=', snapshotId).execute()
  else if (keys.length > 0) {
    await db
      .deleteFrom('snapshot_metadata')
      .where('snapshot_id', '=', snapshotId)
      .where('key', 'in', keys)
      .execute()
  }
  if (keys.length === 0) return
  const rows = Object.entries(metadata).map(([key, value]) => ({ snapshot_id: snapshotId, key, value }))
  await db.insertInto('snapshot_metadata').values(rows).execute()
}

/** Like {@link removeVolumeMetadata}, for a snapshot. */
export const removeSnapshotMetadata = async (db: Db, snapshotId: string, key: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('snapshot_metadata')
    .where('snapshot_id', '=', snapshotId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
