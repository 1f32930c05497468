import * as operations from '@nimbo/contracts/volume/group-snapshots'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { groupSnapshots } from '../../db/groups.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { refuseReservedType, withoutReservedType } from '../consistency-group/cgsnapshot-type.ts'
import { dropGroupSnapshot, takeGroupSnapshot } from './group-snapshots.ts'
import { needGroup } from './groups.ts'
import { handle } from './handle.ts'
import { resetGroupSnapshot } from './reset-status.ts'

const snapshotSummary = (one: operations.GroupSnapshot) => ({
  id: one.id,
  name: one.name,
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
  const shown = await withoutReservedType(call.app, items)
  return { group_snapshots: shown.map(snapshotSummary), ...(links && { group_snapshot_links: links }) }
})

const listSnapshotsInFull = handle(operations.listGroupSnapshotsInFull, async (call) => {
  requireKnownFilters('group_snapshot', call)
  const { items, limit } = await listKind(groupSnapshots, call)
  const links = nextLink(call.request, items, limit)
  const shown = await withoutReservedType(call.app, items)
  return { group_snapshots: shown.map(snapshotInFull), ...(links && { group_snapshot_links: links }) }
})

const showSnapshot = handle(operations.showGroupSnapshot, async ({ app, found: { group_snapshot } }) => {
  await refuseReservedType(app, group_snapshot.group_type_id, 'snapshot')
  return { group_snapshot: snapshotInFull(group_snapshot) }
})

const takeSnapshot = handle(operations.createGroupSnapshot, async ({ app, ctx, body }) => {
  const { group_id: groupId, name = null, description = null } = body.group_snapshot
  await refuseReservedType(app, (await needGroup(app, ctx, groupId)).group_type_id, 'snapshot')
  return {
    group_snapshot: snapshotSummary(await takeGroupSnapshot(app)(ctx, { groupId, name, description })),
  }
})

const removeSnapshot = handle(operations.deleteGroupSnapshot, async ({ app, ctx, found }) => {
  await refuseReservedType(app, found.group_snapshot.group_type_id, 'snapshot')
  await dropGroupSnapshot(app)(ctx, found.group_snapshot)
})

const resetSnapshot = handle(operations.resetGroupSnapshotStatus, async ({ app, ctx, found, body }) => {
  await resetGroupSnapshot(app)(ctx, found.group_snapshot.id, body.reset_status.status)
})

export const groupSnapshotRoutes = [
  ...[listSnapshots, listSnapshotsInFull, showSnapshot, takeSnapshot, removeSnapshot, resetSnapshot],
]
