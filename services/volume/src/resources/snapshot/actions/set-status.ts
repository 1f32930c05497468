import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { changeSnapshot } from '../../../db/snapshots.ts'
import { type Snapshot, type SnapshotStatus, snapshotStatuses } from '../../../domain/snapshot.ts'
import { errors } from '../../../errors.ts'

/** Sets the status of a snapshot to any that an administrator requests. */
export const resetSnapshotStatus =
  (app: VolumeApp) =>
  (ctx: Context, id: string, status: SnapshotStatus): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      await app.notices.snapshot(trx, ctx, 'resetStatus', 'start', id)
      await changeSnapshot(trx, id, snapshotStatuses, { status }, timestamp(app.clock))
      await app.notices.snapshot(trx, ctx, 'resetStatus', 'end', id)
    })

/**
 * The status changes that are allowed for snapshots that another service takes or deletes: Nova, for volumes on remote file
 * systems.
 */
const next: Readonly<Partial<Record<SnapshotStatus, readonly SnapshotStatus[]>>> = {
  creating: ['creating', 'available', 'error'],
  deleting: ['deleting', 'error_deleting'],
}

export const updateSnapshotStatus =
  (app: VolumeApp) =>
  async ({ id, status: current }: Snapshot, wanted: string, progress: string | null): Promise<void> => {
    const known = next[current]
    if (known === undefined)
      throw errors.BadRequest({ reason: `Snapshot status ${current} not allowed for update_snapshot_status` })
    const status = known.find((each) => each === wanted)
    if (status === undefined) {
      throw errors.BadRequest({
        reason: `Provided snapshot status ${wanted} not allowed for snapshot with status ${current}.`,
      })
    }
    const change = { status, ...(progress === null ? {} : { progress }) }
    if (!(await changeSnapshot(app.db, id, [current], change, timestamp(app.clock))))
      throw errors.ConcurrentChange({ id })
  }
