import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { endAbandonedBackups, endAbandonedSnapshots, endAbandonedVolumes } from '../db/abandoned.ts'
import type { Db } from '../db/db.ts'

/**
 * Sets resources to an error status if their status says that work is under way, but no flow does it. Flows are inserted in the
 * same transaction as the status, so this happens only if the database was restored or edited.
 */
export const endAbandonedWork = async (
  db: Db,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<void> => {
  const now = timestamp(clock)
  const volumes = await endAbandonedVolumes(db, now)
  const snapshots = await endAbandonedSnapshots(db, now)
  const backups = await endAbandonedBackups(db, now)
  if (volumes.length + snapshots.length + backups.length > 0)
    log.warn({ volumes, snapshots, backups }, 'resources whose work has no flow were set to an error status')
}
