import * as operations from '@nimbo/contracts/volume/groups'
import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { Call } from '@nimbo/http/route'
import type { Room } from '../../api/room.ts'
import type { VolumeApp } from '../../app/app.ts'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { isTrue } from '../../app/paging.ts'
import { groupSnapshots, groups } from '../../db/groups.ts'
import { wireTime } from '../../domain/wire-time.ts'
import {
  createGroupFlow,
  createGroupSnapshotFlow,
  deleteGroupFlow,
  deleteGroupSnapshotFlow,
} from './flows.ts'
import {
  dropGroupSnapshot,
  needGroupSnapshot,
  resetGroupSnapshot,
  takeGroupSnapshot,
} from './group-snapshots.ts'
import { addGroup, changeGroup, dropGroup, needGroup, resetGroup, volumesOfGroup } from './groups.ts'
import { createGroups } from './migration.ts'

const kind = kindOf<VolumeApp>()
const handle = handlersOf<VolumeApp>()({
  volume_group: kind({
    by: 'group_id',
    find: ({ app, ctx }, id) => needGroup(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
  group_snapshot: kind({
    by: 'group_snapshot_id',
    find: ({ app, ctx }, id) => needGroupSnapshot(app, ctx, id),
    facts: ({ project_id, user_id }) => ({ project_id, user_id }),
  }),
})

const summary = ({ id, name }: { readonly id: string; readonly name: string | null }) => ({ id, name })

/** With its volumes where that is asked. */
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
  group_snapshot_id: null,
  source_group_id: null,
  ...(isTrue(listVolume) ? { volumes: (await volumesOfGroup(app.db, one.id)).map(({ id }) => id) } : {}),
  replication_status: 'disabled',
  project_id: one.project_id,
})

const list = handle(operations.listGroups, async (call) => {
  const { items, limit } = await listKind(groups, call)
  const links = nextLink(call.request, items, limit)
  return { groups: items.map(summary), ...(links && { group_links: links }) }
})

const listInFull = handle(operations.listGroupsInFull, async (call) => {
  const { items, limit } = await listKind(groups, call)
  const links = nextLink(call.request, items, limit)
  const shown = await Promise.all(items.map((one) => inFull(call, one, call.query.list_volume)))
  return { groups: shown, ...(links && { group_links: links }) }
})

const show = handle(operations.showGroup, async (call) => ({
  group: await inFull(call, call.found.volume_group, call.query.list_volume),
}))

const create = handle(operations.createGroup, async ({ app, ctx, body }) => {
  const { name = null, description = null, group_type, volume_types, availability_zone = null } = body.group
  const order = { name, description, type: group_type, volumeTypes: volume_types, zone: availability_zone }
  return { group: summary(await addGroup(app)(ctx, order)) }
})

const idsIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))

const update = handle(operations.updateGroup, async ({ app, ctx, found, body }) => {
  const { name, description, add_volumes, remove_volumes } = body.group
  const changes = { name, description, add: idsIn(add_volumes), remove: idsIn(remove_volumes) }
  await changeGroup(app)(ctx, found.volume_group, changes)
})

const remove = handle(operations.deleteGroup, async ({ app, ctx, found, body }) => {
  const withVolumes = isTrue(String(body.delete['delete-volumes'] ?? ''))
  await dropGroup(app)(ctx, found.volume_group, { withVolumes })
})

const reset = handle(operations.resetGroupStatus, async ({ app, found, body }) => {
  await resetGroup(app)(found.volume_group.id, body.reset_status.status)
})

const snapshotSummary = (one: operations.GroupSnapshot) => ({
  ...summary(one),
  group_type_id: one.group_type_id,
})

const snapshotInFull = (one: operations.GroupSnapshot): operations.GroupSnapshotView => ({
  ...snapshotSummary(one),
  group_id: one.group_id,
  description: one.description,
  status: one.status,
  created_at: wireTime(one.created_at),
  project_id: one.project_id,
})

const listSnapshots = handle(operations.listGroupSnapshots, async (call) => {
  requireKnownFilters('group_snapshot', call)
  const { items, limit } = await listKind(groupSnapshots, call)
  const links = nextLink(call.request, items, limit)
  return { group_snapshots: items.map(snapshotSummary), ...(links && { group_snapshot_links: links }) }
})

const listSnapshotsInFull = handle(operations.listGroupSnapshotsInFull, async (call) => {
  requireKnownFilters('group_snapshot', call)
  const { items, limit } = await listKind(groupSnapshots, call)
  const links = nextLink(call.request, items, limit)
  return { group_snapshots: items.map(snapshotInFull), ...(links && { group_snapshot_links: links }) }
})

const showSnapshot = handle(operations.showGroupSnapshot, async ({ found }) => ({
  group_snapshot: snapshotInFull(found.group_snapshot),
}))

const takeSnapshot = handle(operations.createGroupSnapshot, async ({ app, ctx, body }) => {
  const { group_id: groupId, name = null, description = null } = body.group_snapshot
  return {
    group_snapshot: snapshotSummary(await takeGroupSnapshot(app)(ctx, { groupId, name, description })),
  }
})

const removeSnapshot = handle(operations.deleteGroupSnapshot, async ({ app, ctx, found }) => {
  await dropGroupSnapshot(app)(ctx, found.group_snapshot)
})

const resetSnapshot = handle(operations.resetGroupSnapshotStatus, async ({ app, found, body }) => {
  await resetGroupSnapshot(app)(found.group_snapshot.id, body.reset_status.status)
})

export const groupRoom: Room = {
  routes: [
    ...[list, listInFull, show, create, update, remove, reset],
    ...[listSnapshots, listSnapshotsInFull, showSnapshot, takeSnapshot, removeSnapshot, resetSnapshot],
  ],
  extensions: [],
  flows: [createGroupFlow, deleteGroupFlow, createGroupSnapshotFlow, deleteGroupSnapshotFlow],
  migrations: { '0016-groups': createGroups },
}
