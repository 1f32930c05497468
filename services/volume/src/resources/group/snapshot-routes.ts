import * as operations from '@nimbo/contracts/volume/group-snapshots'
import { requireKnownFilters } from '../../app/known-filters.ts'
import { nextLink } from '../../app/links.ts'
import { listKind } from '../../app/list-kind.ts'
import { groupSnapshots } from '../../db/groups.ts'
import { wireTime } from '../../domain/wire-time.ts'
import { dropGroupSnapshot, takeGroupSnapshot } from './group-snapshots.ts'
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

const resetSnapshot = handle(operations.resetGroupSnapshotStatus, async ({ app, ctx, found, body }) => {
  await resetGroupSnapshot(app)(ctx, found.group_snapshot.id, body.reset_status.status)
})

export const groupSnapshotRoutes = [
  ...[listSnapshots, listSnapshotsInFull, showSnapshot, takeSnapshot, removeSnapshot, resetSnapshot],
]
