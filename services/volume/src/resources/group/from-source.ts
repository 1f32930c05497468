import type { Group } from '@nimbo/contracts/volume/groups'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId, type VolumeId } from '@nimbo/kernel/ids'
import type { VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { needVolume } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import type { Db } from '../../db/db.ts'
import { groups, notifyGroup } from '../../db/groups.ts'
import { insertVolume } from '../../db/volumes.ts'
import { requirePlain } from '../../domain/encryption.ts'
import type { Volume } from '../../domain/volume.ts'
import { poolNameOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { type CreateGroupFromSource, createGroupFromSourceFlow } from './from-source-flow.ts'
import { needGroupSnapshot } from './group-snapshots.ts'
import { needGroup, volumesOfGroup } from './groups.ts'

export type GroupSource = { readonly groupSnapshotId: string } | { readonly groupId: string }

type Part = Omit<CreateGroupFromSource['volumes'][number], 'id'> & { readonly like: Volume }

const partsOfGroup = async (app: VolumeApp, ctx: Context, group: Group): Promise<readonly Part[]> => {
  const parts: Part[] = []
  for (const { id } of await volumesOfGroup(app.db, group.id)) {
    const like = await needVolume(app, ctx, id)
    requirePlain(like, 'copied with its group')
    if (!['available', 'in-use'].includes(like.status))
      throw errors.InvalidVolume({
        reason: `Volume ${id} must be available or in-use, but is ${like.status}.`,
      })
    parts.push({ like, sizeGb: like.size, content: { from: 'volume', volumeId: id } })
  }
  return parts
}

const partsOfSnapshot = async (app: VolumeApp, ctx: Context, id: string): Promise<readonly Part[]> => {
  const rows = await app.db
    .selectFrom('snapshots')
    .select(['id', 'volume_id', 'size'])
    .where('group_snapshot_id', '=', id)
    .orderBy('id')
    .execute()
  const parts: Part[] = []
  for (const { id: snapshotId, volume_id: volumeId, size } of rows) {
    const like = await needVolume(app, ctx, volumeId)
    requirePlain(like, 'copied with its group')
    parts.push({ like, sizeGb: size, content: { from: 'snapshot', snapshotId, volumeId } })
  }
  return parts
}

/** The source group, or the group of the source snapshot, and the content of each new volume. */
const resolve = async (app: VolumeApp, ctx: Context, source: GroupSource) => {
  if ('groupId' in source) {
    const group = await needGroup(app, ctx, source.groupId)
    return { group, parts: await partsOfGroup(app, ctx, group) }
  }
  const taken = await needGroupSnapshot(app, ctx, source.groupSnapshotId)
  if (taken.status !== 'available')
    throw errors.InvalidGroupSnapshot({ reason: `Its status must be available, but is ${taken.status}.` })
  return {
    group: await needGroup(app, ctx, taken.group_id),
    parts: await partsOfSnapshot(app, ctx, taken.id),
  }
}

const addVolume = async (
  app: VolumeApp,
  trx: Db,
  ctx: Context,
  { like, sizeGb, content }: Part,
  { groupId, host, now }: { readonly groupId: string; readonly host: string; readonly now: string },
) => {
  const projectId = ctx.projectId ?? ''
  const demand = { volumes: 1, gigabytes: sizeGb, volumeSize: sizeGb, typeName: like.typeName }
  await reserveQuota(app, trx, projectId, demand)
  const id = newId<VolumeId>()
  await insertVolume(trx, {
    ...{ id, project_id: projectId, user_id: ctx.userId ?? '', name: null, description: null },
    ...{ size: sizeGb, growing_by: 0, status: 'creating', availability_zone: app.zone },
    ...{ volume_type_id: like.typeId, host: poolNameOf(host), group_id: groupId },
    ...{ bootable: like.bootable ? 1 : 0, multiattach: like.multiattach ? 1 : 0, consumes_quota: 1 },
    snapshot_id: content.from === 'snapshot' ? content.snapshotId : null,
    source_volid: content.from === 'volume' ? content.volumeId : null,
    image_metadata: like.imageMetadata === null ? null : JSON.stringify(like.imageMetadata),
    ...{ created_at: now, updated_at: now, launched_at: null },
  })
  await app.notices.volume(trx, ctx, 'create', 'start', id)
  return { id, sizeGb, content }
}

/** Inserts a group like that of the source, with its volumes, together with the flow that creates them. */
export const addGroupFromSource =
  (app: VolumeApp) =>
  async (
    ctx: Context,
    { name, description, source }: Pick<Group, 'name' | 'description'> & { readonly source: GroupSource },
  ): Promise<Group> => {
    const { made } = await beginWork(app, ctx, async (trx) => {
      const { group: like, parts } = await resolve({ ...app, db: trx }, ctx, source)
      const { host } = like
      if (host === null || parts.length === 0)
        throw errors.InvalidGroup({ reason: `Source group ${like.id} is empty: nothing can be made of it.` })
      const projectId = ctx.projectId ?? ''
      await reserveQuota(app, trx, projectId, { groups: 1 })
      const [id, now] = [newId(), timestamp(app.clock)]
      const row = await groups.insert(trx, {
        ...{ id, project_id: projectId, user_id: ctx.userId ?? '', name, description },
        ...{ group_type_id: like.group_type_id, volume_types: like.volume_types, host },
        ...{ status: 'creating', availability_zone: app.zone, created_at: now, updated_at: now },
        group_snapshot_id: 'groupSnapshotId' in source ? source.groupSnapshotId : null,
        source_group_id: 'groupId' in source ? source.groupId : null,
      })
      if (!row) throw errors.ConcurrentChange({ id })
      await notifyGroup(app.notices, trx, ctx, 'create', 'start', row)
      const volumes: CreateGroupFromSource['volumes'][number][] = []
      for (const part of parts) volumes.push(await addVolume(app, trx, ctx, part, { groupId: id, host, now }))
      const begun = { subject: id, ctx, clock: app.clock, input: { groupId: id, host, volumes } }
      return { flowId: await insertFlow(trx, createGroupFromSourceFlow, begun), made: row }
    })
    return made
  }
