import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since as from, shownTo } from '@nimbo/operation/windows'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, owned, timed } from '@nimbo/resource/describe/standard-attributes'
import { oneOf, text as words } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { GroupStatusWord, groupStatuses, named, summary, user } from './groups.ts'
import { NextLink, OptionalText, paging, strict, text, Uuid } from './words.ts'

/** Snapshots of all volumes of a group. */
export const groupSnapshot = resource('group_snapshot', 'group_snapshots', {
  ...identified,
  ...owned,
  ...timed,
  ...user,
  ...named,
  group_id: attribute(words(), {}),
  group_type_id: attribute(words(), {}),
  status: attribute(oneOf(...groupStatuses), {}),
})
export type GroupSnapshot = Of<typeof groupSnapshot>

const SnapshotSummary = view({ ...summary, group_type_id: from('3.14', Type.String()) })
const SnapshotWhole = view({
  ...summary,
  group_type_id: Type.String(),
  group_id: Type.String(),
  description: nullable(Type.String()),
  status: Type.String(),
  created_at: Type.String(),
  project_id: from('3.58', shownTo('group:group_snapshot_project_attribute', Type.String())),
})
export type GroupSnapshotView = Static<typeof SnapshotWhole>

const snapshotsSince = '3.14'
const onSnapshot = found('group_snapshot')
const onePath = '/group_snapshots/{group_snapshot_id}'
const snapshotErrors = ['GroupSnapshotNotFound']

export const listGroupSnapshots = operation({
  id: 'group_snapshots.list',
  method: 'GET',
  path: '/group_snapshots',
  since: snapshotsSince,
  summary: 'List snapshots of groups',
  rule: 'group:get_all_group_snapshots',
  on: ownProject,
  query: Type.Object({ ...paging, status: from('3.29', text), group_id: from('3.29', text) }),
  replies: { 200: view({ group_snapshots: Type.Array(SnapshotSummary), group_snapshot_links: NextLink }) },
})

export const listGroupSnapshotsInFull = operation({
  ...listGroupSnapshots,
  id: 'group_snapshots.list_detail',
  path: '/group_snapshots/detail',
  summary: 'List snapshots of groups, with details',
  replies: { 200: view({ group_snapshots: Type.Array(SnapshotWhole), group_snapshot_links: NextLink }) },
})

export const showGroupSnapshot = operation({
  id: 'group_snapshots.show',
  method: 'GET',
  path: onePath,
  since: snapshotsSince,
  summary: 'Show a snapshot of a group',
  rule: 'group:get_group_snapshot',
  on: onSnapshot,
  replies: { 200: view({ group_snapshot: SnapshotWhole }) },
  errors: snapshotErrors,
})

export const createGroupSnapshot = operation({
  id: 'group_snapshots.create',
  method: 'POST',
  path: '/group_snapshots',
  since: snapshotsSince,
  summary: 'Take snapshots of all volumes of a group',
  rule: 'group:create_group_snapshot',
  on: ownProject,
  body: strict({
    group_snapshot: strict({ group_id: Uuid, name: OptionalText, description: OptionalText }),
  }),
  replies: { 202: view({ group_snapshot: SnapshotSummary }) },
  errors: ['GroupNotFound', 'InvalidGroup', 'SnapshotLimitExceeded'],
})

export const deleteGroupSnapshot = operation({
  id: 'group_snapshots.delete',
  method: 'DELETE',
  path: onePath,
  since: snapshotsSince,
  summary: 'Delete a snapshot of a group',
  rule: 'group:delete_group_snapshot',
  on: onSnapshot,
  replies: { 202: empty },
  errors: [...snapshotErrors, 'InvalidGroupSnapshot'],
})

export const resetGroupSnapshotStatus = operation({
  id: 'group_snapshots.reset_status',
  method: 'POST',
  path: '/group_snapshots/{group_snapshot_id}/action',
  action: 'reset_status',
  since: '3.19',
  summary: 'Set the status of a snapshot of a group',
  rule: 'group:reset_group_snapshot_status',
  on: onSnapshot,
  body: strict({ reset_status: strict({ status: GroupStatusWord }) }),
  replies: { 202: empty },
  errors: snapshotErrors,
})
