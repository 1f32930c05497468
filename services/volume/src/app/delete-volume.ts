import { volumeStatuses } from '@nimbo/contracts/volume/statuses'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Db } from '../db/db.ts'
import { attachmentsOf } from '../db/attachments.ts'
import { bondsOf, changeSnapshot, snapshotsOf } from '../db/snapshots.ts'
import { changeVolume } from '../db/volumes.ts'
import { snapshotStatuses } from '../domain/snapshot.ts'
import { deletable, type Volume } from '../domain/volume.ts'
import { queueOf } from '../domain/volume-host.ts'
import { errors } from '../errors.ts'
import { deleteVolumeFlow } from '../flows/delete-volume.ts'
import type { VolumeApp } from './app.ts'
import { beginDeletion } from './begin-work.ts'

const notDeletable =
  'Volume status must be available or error or error_restoring or error_extending or error_managing and must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, or be disassociated from snapshots after volume transfer.'

/** Sets all snapshots of a volume to `deleting`, so that they are deleted with it. */
const takeSnapshotsAlong = async (
  trx: Db,
  volumeId: string,
  now: string,
  force: boolean,
): Promise<readonly string[]> => {
  const ids: string[] = []
  const from = force ? snapshotStatuses : (['available', 'error', 'error_deleting', 'deleting'] as const)
  for (const { id, group_snapshot_id } of await snapshotsOf(trx, volumeId)) {
    const isKept = group_snapshot_id !== null && !force
    if (isKept || !(await changeSnapshot(trx, id, from, { status: 'deleting' }, now)))
      throw errors.InvalidVolume({ reason: notDeletable })
    ids.push(id)
  }
  return ids
}

/** Whether a server may still be writing to the volume, so that not even force deletes it. */
const isInUse = async (trx: Db, volumeId: string): Promise<boolean> =>
  (await attachmentsOf(trx, [volumeId])).some(({ status }) => status === 'attached' || status === 'detaching')

/**
 * Sets the volume to `deleting` together with the flow that deletes it. `force` allows every status, unless a server uses the
 * volume or it is migrating; `cascade` deletes its snapshots, too.
 */
export const deleteVolume =
  (app: VolumeApp) =>
  async (ctx: Context, volume: Volume, { force = false, cascade = false } = {}): Promise<void> => {
    const { id } = volume
    await beginDeletion(app, ctx, async (trx) => {
      const bonds = await bondsOf(trx, id)
      if (bonds === undefined) throw errors.VolumeNotFound({ id })
      const now = timestamp(app.clock)
      const snapshots = cascade ? await takeSnapshotsAlong(trx, id, now, force) : []
      const { isAttached, hasSnapshots, inGroup, isMigrating } = bonds
      const isUsed = isAttached && (!force || (await isInUse(trx, id)))
      // Force deletes a volume of a group only if it got no back end.
      const isGrouped = inGroup && !(force && bonds.host === null)
      if (isUsed || isGrouped || isMigrating || (!cascade && hasSnapshots))
        throw errors.InvalidVolume({ reason: notDeletable })
      const from = force ? volumeStatuses : deletable
      if (!(await changeVolume(trx, id, from, { status: 'deleting' }, now)))
        throw errors.InvalidVolume({ reason: notDeletable })
      await app.notices.volume(trx, ctx, 'delete', 'start', {
        ...volume,
        host: bonds.host,
        status: 'deleting',
      })
      const host = bonds.host === null ? null : queueOf(bonds.host)
      const flowId = await insertFlow(trx, deleteVolumeFlow, {
        subject: id,
        ctx,
        clock: app.clock,
        input: { volumeId: id, host, ...(snapshots.length > 0 ? { snapshots } : {}) },
      })
      return { flowId }
    })
  }
