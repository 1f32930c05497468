import type { GroupSnapshot } from '@nimbo/contracts/volume/group-snapshots'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { needVolume } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import { changeGrouping, groupSnapshots, notifyGroupSnapshot } from '../../db/groups.ts'
import { changeSnapshot, insertSnapshot } from '../../db/snapshots.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { createGroupSnapshotFlow, deleteGroupSnapshotFlow } from './flows.ts'
import { needGroup, volumesOfGroup } from './groups.ts'

export const needGroupSnapshot = async (app: VolumeApp, ctx: Context, id: string): Promise<GroupSnapshot> => {
  const projectId = scopeOf(app, ctx)
  const found = await groupSnapshots.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
  if (!found) throw errors.GroupSnapshotNotFound({ id })
  return found
}

export interface GroupSnapshotOrder {
  readonly groupId: string
  readonly name: string | null
  readonly description: string | null
}

/** Inserts a snapshot of each volume of the group, in `creating`, together with the one flow that takes them all. */
export const takeGroupSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, { groupId, name, description }: GroupSnapshotOrder): Promise<GroupSnapshot> => {
    const { made } = await beginWork(app, ctx, async (trx) => {
      const inside = { ...app, db: trx }
      const group = await needGroup(inside, ctx, groupId)
      const members = await volumesOfGroup(trx, groupId)
      if (group.status !== 'available' || members.length === 0) {
        throw errors.InvalidGroup({
          reason: `Group ${groupId} must be available and have volumes, but is ${group.status} with ${members.length}.`,
        })
      }
      const now = timestamp(app.clock)
      const id = newId()
      const owner = { project_id: group.project_id, user_id: ctx.userId ?? '' }
      const row = await groupSnapshots.insert(trx, {
        ...{ id, ...owner, name, description, group_id: groupId, group_type_id: group.group_type_id },
        ...{ status: 'creating', created_at: now, updated_at: now },
      })
      if (!row) throw errors.ConcurrentChange({ id })
      await notifyGroupSnapshot(app.notices, trx, ctx, 'create', 'start', row)
      const snapshots: { readonly id: string; readonly volumeId: string; readonly host: string }[] = []
      for (const member of members) {
        const volume = await needVolume(inside, ctx, member.id)
        if (volume.host === null || !['available', 'in-use'].includes(volume.status))
          throw errors.InvalidVolume({
            reason: `Volume ${volume.id} must be available or in-use, but is ${volume.status}.`,
          })
        const gigabytes = app.config.DEFAULT.no_snapshot_gb_quota ? 0 : volume.size
        await reserveQuota(app, trx, group.project_id, { snapshots: 1, gigabytes, typeName: volume.typeName })
        const snapshotId = newId()
        await insertSnapshot(trx, {
          ...{ id: snapshotId, volume_id: volume.id, ...owner, name, description, size: volume.size },
          ...{ status: 'creating', consumes_quota: 1, progress: null, group_snapshot_id: id },
          ...{ created_at: now, updated_at: now },
        })
        await app.notices.snapshot(trx, ctx, 'create', 'start', snapshotId)
        snapshots.push({ id: snapshotId, volumeId: volume.id, host: queueOf(volume.host) })
      }
      const input = { groupSnapshotId: id, snapshots }
      const begun = { subject: id, ctx, clock: app.clock, input }
      return { flowId: await insertFlow(trx, createGroupSnapshotFlow, begun), made: row }
    })
    return made
  }

/** Sets the group snapshot and its snapshots to `deleting` together with the flow that deletes them. */
export const dropGroupSnapshot =
  (app: VolumeApp) =>
  async (ctx: Context, { id }: GroupSnapshot): Promise<void> => {
    await beginWork(app, ctx, async (trx) => {
      const now = timestamp(app.clock)
      const from = ['available', 'error', 'error_deleting'] as const
      const found = await needGroupSnapshot({ ...app, db: trx }, ctx, id)
      if (!(await changeGrouping(trx, 'group_snapshots', id, { from, to: 'deleting', now })))
        throw errors.InvalidGroupSnapshot({ reason: 'GroupSnapshot status must be available or error.' })
      const rows = await trx
        .selectFrom('snapshots')
        .innerJoin('volumes', 'volumes.id', 'snapshots.volume_id')
        .select(['snapshots.id', 'snapshots.volume_id', 'volumes.host'])
        .where('snapshots.group_snapshot_id', '=', id)
        .orderBy('snapshots.id')
        .execute()
      for (const row of rows) {
        await changeSnapshot(trx, row.id, from, { status: 'deleting' }, now)
        await app.notices.snapshot(trx, ctx, 'delete', 'start', row.id)
      }
      await notifyGroupSnapshot(app.notices, trx, ctx, 'delete', 'start', found)
      const snapshots = rows.map((row) => ({
        id: row.id,
        volumeId: row.volume_id,
        host: queueOf(row.host ?? ''),
      }))
      const input = { groupSnapshotId: id, snapshots }
      const begun = { subject: id, ctx, clock: app.clock, input }
      return { flowId: await insertFlow(trx, deleteGroupSnapshotFlow, begun) }
    })
  }
