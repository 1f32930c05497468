import type { Group } from '@nimbo/contracts/volume/groups'
import { inTransaction } from '@nimbo/db/in-transaction'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isUuid, newId } from '@nimbo/kernel/ids'
import { scopeOf, type VolumeApp } from '../../app/app.ts'
import { beginWork } from '../../app/begin-work.ts'
import { resolveType } from '../../app/need.ts'
import { reserveQuota } from '../../app/reserve-quota.ts'
import type { Db } from '../../db/db.ts'
import { groupTypes } from '../../db/group-types.ts'
import { changeGrouping, groups, notifyGroup } from '../../db/groups.ts'
import { hasSnapshots } from '../../db/snapshots.ts'
import { changeVolume, findVolume } from '../../db/volumes.ts'
import { deletable } from '../../domain/volume.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'
import { createGroupFlow, deleteGroupFlow } from './flows.ts'

export const needGroup = async (app: VolumeApp, ctx: Context, id: string): Promise<Group> => {
  const projectId = scopeOf(app, ctx)
  const found = await groups.get(app.db, projectId === undefined ? 'all' : { projectId }, id)
  if (!found) throw errors.GroupNotFound({ id })
  return found
}

/** The volumes of a group, by id. */
export const volumesOfGroup = (db: Db, groupId: string) =>
  db
    .selectFrom('volumes')
    .select(['id', 'host', 'status', 'size', 'volume_type_id'])
    .where('group_id', '=', groupId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(10_000)
    .execute()

export interface GroupOrder {
  readonly name: string | null
  readonly description: string | null
  readonly typeId: string
  /** Ids or names. */
  readonly volumeTypes: readonly string[]
  readonly zone: string | null
}

/** The id of the group type with this id or name. */
export const resolveGroupType = async (app: VolumeApp, ctx: Context, idOrName: string): Promise<string> => {
  const projectId = scopeOf(app, ctx)
  const scope = projectId === undefined ? 'all' : { projectId }
  const [byName] = await groupTypes.list(app.db, scope, { name: [idOrName] })
  const found = byName ?? (await groupTypes.get(app.db, scope, idOrName))
  if (!found)
    throw isUuid(idOrName)
      ? errors.GroupTypeNotFound({ id: idOrName })
      : errors.GroupTypeNotFoundByName({ name: idOrName })
  return found.id
}

/** Inserts the group, in `creating`, together with the flow that chooses a back end. */
export const addGroup =
  (app: VolumeApp) =>
  async (ctx: Context, { name, description, typeId, volumeTypes, zone }: GroupOrder): Promise<Group> => {
    if (zone !== null && zone !== app.zone)
      throw errors.InvalidInput({ reason: `Availability zone '${zone}' is invalid.` })
    const types = await Promise.all(volumeTypes.map((each) => resolveType(app, ctx, each)))
    const projectId = ctx.projectId ?? ''
    const { made } = await beginWork(app, ctx, async (trx) => {
      await reserveQuota(app, trx, projectId, { groups: 1 })
      const id = newId()
      const now = timestamp(app.clock)
      const row = await groups.insert(trx, {
        ...{ id, project_id: projectId, user_id: ctx.userId ?? '', name, description },
        group_type_id: typeId,
        ...{ status: 'creating', availability_zone: app.zone, host: null, created_at: now, updated_at: now },
        ...{ group_snapshot_id: null, source_group_id: null },
        volume_types: [...new Set(types.map((each) => each.id))],
      })
      if (!row) throw errors.ConcurrentChange({ id })
      await notifyGroup(app.notices, trx, ctx, 'create', 'start', row)
      const input = { groupId: id, zone: app.zone, specsOfTypes: types.map(({ extraSpecs }) => extraSpecs) }
      const flowId = await insertFlow(trx, createGroupFlow, { subject: id, ctx, clock: app.clock, input })
      return { flowId, made: row }
    })
    return made
  }

export interface GroupChanges {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  /** The ids of the volumes to add to the group and to remove from it. */
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

const join = async (app: VolumeApp, trx: Db, ctx: Context, group: Group, id: string): Promise<void> => {
  const refuse = (reason: string): never => {
    throw errors.InvalidVolume({ reason: `Cannot add volume ${id} to group ${group.id} because ${reason}` })
  }
  const volume = (await findVolume(trx, id, scopeOf(app, ctx))) ?? refuse('volume cannot be found.')
  if (volume.groupId !== null) refuse(`it is already in group ${volume.groupId}.`)
  if (!group.volume_types.includes(volume.typeId))
    refuse(`volume type ${volume.typeId} is not supported by the group.`)
  if (volume.status !== 'available' && volume.status !== 'in-use')
    refuse(`volume is in an invalid state: ${volume.status}.`)
  if (volume.host === null || queueOf(volume.host) !== group.host)
    refuse('volume and group do not lie on the same back end.')
  await changeVolume(trx, id, ['available', 'in-use'], { group_id: group.id }, timestamp(app.clock))
}

const leave = async (app: VolumeApp, trx: Db, ctx: Context, group: Group, id: string): Promise<void> => {
  const volume = await findVolume(trx, id, scopeOf(app, ctx))
  if (volume?.groupId !== group.id) {
    throw errors.InvalidVolume({
      reason: `Cannot remove volume ${id} from group ${group.id} because it is not in the group.`,
    })
  }
  const from = ['available', 'in-use', 'error', 'error_deleting'] as const
  if (!(await changeVolume(trx, id, from, { group_id: null }, timestamp(app.clock)))) {
    throw errors.InvalidVolume({
      reason: `Cannot remove volume ${id} from group ${group.id} because volume is in an invalid state: ${volume.status}.`,
    })
  }
}

export const changeGroup =
  (app: VolumeApp) =>
  (ctx: Context, { id }: Group, { name, description, add, remove }: GroupChanges): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      const group = await needGroup({ ...app, db: trx }, ctx, id)
      if (group.status !== 'available')
        throw errors.InvalidGroup({
          reason: `Group status must be available, but current status is: ${group.status}.`,
        })
      await notifyGroup(app.notices, trx, ctx, 'update', 'start', group)
      for (const volumeId of add) await join(app, trx, ctx, group, volumeId)
      for (const volumeId of remove) await leave(app, trx, ctx, group, volumeId)
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      }
      const changed = await groups.update(trx, id, changes, timestamp(app.clock))
      if (changed) await notifyGroup(app.notices, trx, ctx, 'update', 'end', changed)
    })

/** Sets the group and, if requested, its volumes to `deleting` together with the flow that deletes them. */
export const dropGroup =
  (app: VolumeApp) =>
  async (ctx: Context, group: Group, { withVolumes }: { readonly withVolumes: boolean }): Promise<void> => {
    const { id } = group
    await beginWork(app, ctx, async (trx) => {
      const volumes = await volumesOfGroup(trx, id)
      if (volumes.length > 0 && !withVolumes)
        throw errors.InvalidGroup({
          reason: `Group ${id} is not empty. delete-volumes flag must be True to delete it.`,
        })
      const taken = await trx
        .selectFrom('group_snapshots')
        .select('id')
        .where('group_id', '=', id)
        .limit(1)
        .execute()
      if (taken.length > 0) throw errors.InvalidGroup({ reason: `Group ${id} still has group snapshots.` })
      const now = timestamp(app.clock)
      const from = ['available', 'error', 'error_deleting'] as const
      if (!(await changeGrouping(trx, 'volume_groups', id, { from, to: 'deleting', now })))
        throw errors.InvalidGroup({ reason: 'Group status must be available or error.' })
      for (const volume of volumes) {
        const isFree = !(await hasSnapshots(trx, volume.id))
        if (!isFree || !(await changeVolume(trx, volume.id, deletable, { status: 'deleting' }, now)))
          throw errors.InvalidVolume({ reason: `Volume ${volume.id} of group ${id} cannot be deleted.` })
        await app.notices.volume(trx, ctx, 'delete', 'start', volume.id)
      }
      await notifyGroup(app.notices, trx, ctx, 'delete', 'start', group)
      const removed = volumes.map(({ id: volumeId, host }) => ({
        id: volumeId,
        host: host === null ? null : queueOf(host),
      }))
      const input = { groupId: id, volumes: removed }
      return { flowId: await insertFlow(trx, deleteGroupFlow, { subject: id, ctx, clock: app.clock, input }) }
    })
  }
