import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../../app/app.ts'
import { beginWork } from '../../../app/begin-work.ts'
import { needSnapshot, needVolume } from '../../../app/need.ts'
import { changeSnapshot, latestSnapshotOf } from '../../../db/snapshots.ts'
import { changeVolume } from '../../../db/volumes.ts'
import { queueOf } from '../../../domain/volume-host.ts'
import { errors } from '../../../errors.ts'
import { revertVolumeFlow } from './revert-flow.ts'

/** Reverts a volume to its latest snapshot; no other, because the later ones would be lost. */
export const revertVolume =
  (app: VolumeApp) =>
  async (ctx: Context, id: string, snapshotId: string): Promise<void> => {
    await beginWork(app, ctx, async (trx) => {
      const inside = { ...app, db: trx }
      const volume = await needVolume(inside, ctx, id)
      const latest = await latestSnapshotOf(trx, id)
      if (latest === undefined)
        throw errors.BadRequest({ reason: `Volume ${id} doesn't have any snapshots.` })
      if (latest !== snapshotId)
        throw errors.BadRequest({
          reason: `Specified snapshot ${snapshotId} is None or not the latest one of volume ${id}.`,
        })
      const snapshot = await needSnapshot(inside, ctx, snapshotId)
      if (snapshot.size !== volume.size)
        throw errors.InvalidInput({
          reason: `Can't revert volume ${id} to its latest snapshot: its size has changed.`,
        })
      const now = timestamp(app.clock)
      if (
        volume.host === null ||
        !(await changeVolume(trx, id, ['available'], { status: 'reverting' }, now))
      ) {
        throw errors.InvalidVolume({
          reason: `Can't revert volume ${id} to its latest snapshot. Volume must have status available, but is ${volume.status}.`,
        })
      }
      if (!(await changeSnapshot(trx, snapshotId, ['available'], { status: 'restoring' }, now))) {
        throw errors.InvalidSnapshot({
          reason: `Can't revert volume ${id} to snapshot ${snapshotId}: its status is ${snapshot.status}.`,
        })
      }
      await app.notices.volume(trx, ctx, 'revert', 'start', id)
      await app.notices.snapshot(trx, ctx, 'revert', 'start', snapshotId)
      const input = { volumeId: id, snapshotId, host: queueOf(volume.host) }
      return {
        flowId: await insertFlow(trx, revertVolumeFlow, { subject: id, ctx, clock: app.clock, input }),
      }
    })
  }
