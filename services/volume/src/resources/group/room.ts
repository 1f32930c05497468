import * as operations from '@nimbo/contracts/volume/groups'
import type { Call } from '@nimbo/http/route'
import type { Context } from '@nimbo/kernel/context'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { isTrue } from '../../app/paging.ts'
import { groups } from '../../db/groups.ts'
import { wireTime } from '../../domain/wire-time.ts'
import {
  createGroupFlow,
  createGroupSnapshotFlow,
  deleteGroupFlow,
  deleteGroupSnapshotFlow,
} from './flows.ts'
import { groupSnapshotRoutes } from './snapshot-routes.ts'
import { handle } from './handle.ts'
import { idsIn } from './ids-in.ts'
import { refuseReservedType, withoutReservedType } from '../consistency-group/cgsnapshot-type.ts'
import { addGroup, changeGroup, dropGroup, needGroup, resolveGroupType, volumesOfGroup } from './groups.ts'
import { createGroupFromSourceFlow } from './from-source-flow.ts'
import { addGroupFromSource, type GroupSource } from './from-source.ts'
import { needGroupSnapshot } from './group-snapshots.ts'
import { createGroups } from './migration.ts'
import { refuseReplication } from './replication.ts'
import { resetGroup } from './reset-status.ts'
import { addGroupSources } from './sources-migration.ts'
import { errors } from '../../errors.ts'

const summary = ({ id, name }: { readonly id: string; readonly name: string | null }) => ({ id, name })

/** The view of a group, with its volumes if requested. */
const inFull = async (
  { app }: Pick<Call<VolumeApp>, 'app'>,
  one: operations.Group,
  listVolume: string | undefined,
): Promise<operations.GroupView> => ({
  ...summary(one),
  description: one.description,
  status: one.status,
  availability_zone: one.availability_zone,
  created_at: wireTime(one.created_at),
  group_type: one.group_type_id,
  volume_types: [...one.volume_types],
  group_snapshot_id: one.group_snapshot_id,
  source_group_id: one.source_group_id,
  ...(isTrue(listVolume) ? { volumes: (await volumesOfGroup(app.db, one.id)).map(({ id }) => id) } : {}),
  replication_status: 'disabled',
  project_id: one.project_id,
})

const list = handle(operations.listGroups, async (call) => {
  requireKnownFilters('group', call)
  const { items, limit } = await listKind(groups, call)
  const links = nextLink(call.request, items, limit)
  const shown = await withoutReservedType(call.app, items)
  return { groups: shown.map(summary), ...(links && { group_links: links }) }
})

const listInFull = handle(operations.listGroupsInFull, async (call) => {
  requireKnownFilters('group', call)
  const { items, limit } = await listKind(groups, call)
  const links = nextLink(call.request, items, limit)
  const left = await withoutReservedType(call.app, items)
  const shown = await Promise.all(left.map((one) => inFull(call, one, call.query.list_volume)))
  return { groups: shown, ...(links && { group_links: links }) }
})

const show = handle(operations.showGroup, async (call) => {
  const { volume_group: group } = call.found
  await refuseReservedType(call.app, group.group_type_id, 'group')
  return { group: await inFull(call, group, call.query.list_volume) }
})

const create = handle(operations.createGroup, async ({ app, ctx, body }) => {
  const { name = null, description = null, group_type, volume_types, availability_zone = null } = body.group
  const typeId = await resolveGroupType(app, ctx, group_type)
  await refuseReservedType(app, typeId, 'group')
  const order = { name, description, typeId, volumeTypes: volume_types, zone: availability_zone }
  return { group: summary(await addGroup(app)(ctx, order)) }
})

const update = handle(operations.updateGroup, async ({ app, ctx, found, body }) => {
  await refuseReservedType(app, found.volume_group.group_type_id, 'group')
  const { name, description, add_volumes, remove_volumes } = body.group
  const changes = { name, description, add: idsIn(add_volumes), remove: idsIn(remove_volumes) }
  await changeGroup(app)(ctx, found.volume_group, changes)
})

const remove = handle(operations.deleteGroup, async ({ app, ctx, found, body }) => {
  await refuseReservedType(app, found.volume_group.group_type_id, 'group')
  const withVolumes = isTrue(String(body.delete['delete-volumes'] ?? ''))
  await dropGroup(app)(ctx, found.volume_group, { withVolumes })
})

const reset = handle(operations.resetGroupStatus, async ({ app, ctx, found, body }) => {
  await resetGroup(app)(ctx, found.volume_group.id, body.reset_status.status)
})

const refuseReservedSource = async (app: VolumeApp, ctx: Context, source: GroupSource): Promise<void> => {
  const { group_type_id } =
    'groupId' in source
      ? await needGroup(app, ctx, source.groupId)
      : await needGroupSnapshot(app, ctx, source.groupSnapshotId)
  await refuseReservedType(app, group_type_id, 'group')
}

const createFromSource = handle(operations.createGroupFromSource, async ({ app, ctx, body }) => {
  const { name = null, description = null, group_snapshot_id, source_group_id } = body['create-from-src']
  if ((group_snapshot_id === undefined) === (source_group_id === undefined))
    throw errors.BadRequest({ reason: "Either 'group_snapshot_id' or 'source_group_id' must be provided." })
  const source = group_snapshot_id
    ? { groupSnapshotId: group_snapshot_id }
    : { groupId: source_group_id ?? '' }
  await refuseReservedSource(app, ctx, source)
  return { group: summary(await addGroupFromSource(app)(ctx, { name, description, source })) }
})

type OnGroup = Pick<Call<VolumeApp>, 'app'> & { readonly found: { readonly volume_group: operations.Group } }
const refuse = ({ app, found }: OnGroup) => refuseReplication(app, found.volume_group)

const replication = [
  handle(operations.enableReplication, refuse),
  handle(operations.disableReplication, refuse),
  handle(operations.failoverReplication, refuse),
  handle(operations.listReplicationTargets, refuse),
]

export const groupRoom: Room = {
  routes: [
    ...[list, listInFull, show, create, createFromSource, update, remove, reset, ...replication],
    ...groupSnapshotRoutes,
  ],
  extensions: [],
  flows: [
    createGroupFlow,
    createGroupFromSourceFlow,
    deleteGroupFlow,
    createGroupSnapshotFlow,
    deleteGroupSnapshotFlow,
  ],
  migrations: { '0016-groups': createGroups, '0017-group-sources': addGroupSources },
}
