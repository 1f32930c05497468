import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { needVolume } from '../../app/need.ts'
import { changeSnapshot, hasSnapshots } from '../../db/snapshots.ts'
import { changeVolume, findVolume } from '../../db/volumes.ts'
import { requirePlain } from '../../domain/encryption.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import { isMigrating } from '../../domain/volume.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { unmanageSnapshotFlow, unmanageVolumeFlow } from './unmanage-flows.ts'

const notReleasable =
  'Volume status must be available or error or error_managing and must not be migrating, attached, belong to a group, have snapshots or be awaiting a transfer.'

/** Sets the volume to `unmanaging` together with the flow that removes its record and keeps its data. */
export const unmanageVolume =
  (app: VolumeApp) =>
  async (ctx: Context, id: string): Promise<void> => {
    await beginWork(app, ctx, async (trx) => {
      const volume = await needVolume({ ...app, db: trx }, ctx, id)
      requirePlain(volume, 'unmanaged')
      const held = volume.attachments.length > 0 || volume.groupId !== null || isMigrating(volume)
      if (held || (await hasSnapshots(trx, id))) throw errors.InvalidVolume({ reason: notReleasable })
      const from = ['available', 'error', 'error_managing', 'error_unmanaging'] as const
      if (!(await changeVolume(trx, id, from, { status: 'unmanaging' }, timestamp(app.clock))))
        throw errors.InvalidVolume({ reason: notReleasable })
      await app.notices.volume(trx, ctx, 'delete', 'start', id)
      // A volume that was never adopted needs no release on the back end.
      const host = volume.host === null || volume.size === 0 ? null : queueOf(volume.host)
      const begun = { subject: id, ctx, clock: app.clock, input: { volumeId: id, host } }
      return { flowId: await insertFlow(trx, unmanageVolumeFlow, begun) }
    })
  }

/** Like {@link unmanageVolume}, for a snapshot. */
export const unmanageSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, { id, volumeId, groupSnapshotId }: Snapshot): Promise<void> => {
    const reason = 'Snapshot status must be available or error, and it must not be part of a group snapshot.'
    await beginWork(app, ctx, async (trx) => {
      const host = (await findVolume(trx, volumeId, undefined))?.host ?? ''
      const change = { status: 'unmanaging' } as const
      if (groupSnapshotId !== null) throw errors.InvalidSnapshot({ reason })
      if (!(await changeSnapshot(trx, id, ['available', 'error'], change, timestamp(app.clock))))
        throw errors.InvalidSnapshot({ reason })
      await app.notices.snapshot(trx, ctx, 'delete', 'start', id)
      const input = { snapshotId: id, volumeId, host: queueOf(host) }
      const begun = { subject: id, ctx, clock: app.clock, input }
      return { flowId: await insertFlow(trx, unmanageSnapshotFlow, begun) }
    })
  }
