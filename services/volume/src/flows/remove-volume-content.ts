import type { Context } from '@nimbo/kernel/context'
import { keyOfVolume } from '../db/volumes.ts'
import type { FlowDeps } from './flow-deps.ts'

/** Removes what a volume has outside the database: its content, if a host was ever chosen, and its key. Idempotent. */
export const removeVolumeContent = async (
  { db, hosts, keys }: Pick<FlowDeps, 'db' | 'hosts' | 'keys'>,
  ctx: Context,
  { volumeId, host }: { readonly volumeId: string; readonly host: string | null },
): Promise<void> => {
  if (host !== null) await hosts.on(host).deleteVolume(ctx, { volumeId })
  const keyId = await keyOfVolume(db, volumeId)
  if (keyId !== undefined) await keys.remove(ctx, keyId)
}
