import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { findVolume, updateVolume } from '../db/volumes.ts'
import type { FlowDeps } from './flow-deps.ts'

/** The old and the new key of a volume whose content is replaced by content with another key; null for no key. */
export interface ChangedKeys {
  readonly old: string | null
  readonly new: string | null
}

/** Records the new key of a volume, then deletes the old one. Idempotent. */
export const changeKey = async (
  { db, clock, keys }: Pick<FlowDeps, 'db' | 'clock' | 'keys'>,
  ctx: Context,
  volumeId: string,
  changed: ChangedKeys | undefined,
): Promise<void> => {
  if (changed === undefined || (await findVolume(db, volumeId, undefined)) === undefined) return
  await updateVolume(db, volumeId, { encryption_key_id: changed.new }, timestamp(clock))
  if (changed.old !== null && changed.old !== changed.new) await keys.remove(ctx, changed.old)
}

/** Deletes the new key, if the volume did not get it because the work failed before. Idempotent. */
export const dropUnusedKey = async (
  { db, keys }: Pick<FlowDeps, 'db' | 'keys'>,
  ctx: Context,
  volumeId: string,
  changed: ChangedKeys | undefined,
): Promise<void> => {
  if (changed === undefined || changed.new === null) return
  if ((await findVolume(db, volumeId, undefined))?.encryptionKeyId !== changed.new)
    await keys.remove(ctx, changed.new)
}
