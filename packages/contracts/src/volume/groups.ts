import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { shownTo, since as from } from '@nimbo/operation/windows'
import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, resource } from '@nimbo/resource/describe/kind'
import { identified, owned, timed } from '@nimbo/resource/describe/standard-attributes'
import { listOf, oneOf, orNull, text as words } from '@nimbo/resource/describe/value-types'
import { type Static, Type } from 'typebox'
import { FlagLike, NextLink, OptionalText, paging, strict, text, Uuid } from './words.ts'

export const groupStatuses = ['creating', 'available', 'deleting', 'error', 'error_deleting'] as const
export type GroupStatus = (typeof groupStatuses)[number]

const maybe = orNull(words())
const named = { name: attribute(maybe, {}), description: attribute(maybe, {}) }
const user = { user_id: attribute(words(), {}) }

/** Volumes on one back end, of which snapshots are taken together. */
export const group = resource('group', 'volume_groups', {
  ...identified,
  ...owned,
  ...timed,
  ...user,
  ...named,
  status: attribute(oneOf(...groupStatuses), {}),
  availability_zone: attribute(words(), {}),
  group_type_id: attribute(words(), {}),
  /** Ids of the types that its volumes may have. */
  volume_types: attribute(listOf(words()), { filter: false }),
  /** `host@backend`, once one was chosen. */
  host: attribute(maybe, {}),
})
export type Group = Of<typeof group>

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

const summary = { id: Uuid, name: nullable(Type.String()) }
const Summary = view(summary)
const Whole = view({
  ...summary,
  description: nullable(Type.String()),
  status: Type.String(),
  availability_zone: Type.String(),
  created_at: Type.String(),
  group_type: Type.String(),
  volume_types: Type.Array(Type.String()),
  group_snapshot_id: from('3.14', Type.Null()),
  source_group_id: from('3.14', Type.Null()),
  volumes: Type.Optional(from('3.25', Type.Array(Type.String()))),
  replication_status: from('3.38', Type.String()),
  project_id: from('3.58', shownTo('group:group_project_attribute', Type.String())),
})
export type GroupView = Static<typeof Whole>

const since = '3.13'
const query = Type.Object({ ...paging, name: text, status: text, list_volume: text })
const path = '/groups/{group_id}'
const on = found('volume_group')
const errors = ['GroupNotFound']

export const listGroups = operation({
  id: 'groups.list',
  method: 'GET',
  path: '/groups',
  since,
  summary: 'List groups of volumes',
  rule: 'group:get_all',
  on: ownProject,
  query,
  replies: { 200: view({ groups: Type.Array(Summary), group_links: NextLink }) },
})

export const listGroupsInFull = operation({
  ...listGroups,
  id: 'groups.list_detail',
  path: '/groups/detail',
  summary: 'List groups of volumes, with details',
  replies: { 200: view({ groups: Type.Array(Whole), group_links: NextLink }) },
})

export const showGroup = operation({
  id: 'groups.show',
  method: 'GET',
  path,
  since,
  summary: 'Show a group of volumes',
  rule: 'group:get',
  on,
  query: Type.Object({ list_volume: text }),
  replies: { 200: view({ group: Whole }) },
  errors,
})

export const createGroup = operation({
  id: 'groups.create',
  method: 'POST',
  path: '/groups',
  since,
  summary: 'Create a group of volumes',
  rule: 'group:create',
  on: ownProject,
  body: strict({
    group: strict({
      name: OptionalText,
      description: OptionalText,
      group_type: Type.String({ minLength: 1, maxLength: 255 }),
      volume_types: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1 }),
      availability_zone: OptionalText,
    }),
  }),
  replies: { 202: view({ group: Summary }) },
  errors: ['GroupTypeNotFound', 'VolumeTypeNotFoundByName', 'GroupLimitExceeded'],
})

export const updateGroup = operation({
  id: 'groups.update',
  method: 'PUT',
  path,
  since,
  summary: 'Change a group, or which volumes are in it',
  rule: 'group:update',
  on,
  body: strict({
    group: strict(
      {
        name: OptionalText,
        description: OptionalText,
        add_volumes: Type.Optional(nullable(Type.String())),
        remove_volumes: Type.Optional(nullable(Type.String())),
      },
      { minProperties: 1 },
    ),
  }),
  replies: { 202: empty },
  errors: [...errors, 'InvalidGroup', 'InvalidVolume'],
})

const action = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/groups/{group_id}/action',
    action: name,
    on,
    replies: { 202: empty },
    errors: [...errors, 'InvalidGroup'],
  }) as const

export const deleteGroup = operation({
  ...action('delete'),
  id: 'groups.delete',
  since,
  summary: 'Delete a group, and its volumes where that is asked',
  rule: 'group:delete',
  body: strict({ delete: strict({ 'delete-volumes': Type.Optional(FlagLike) }) }),
})

const Status = Type.Unsafe<GroupStatus>({ type: 'string', enum: [...groupStatuses] })

export const resetGroupStatus = operation({
  ...action('reset_status'),
  id: 'groups.reset_status',
  since: '3.20',
  summary: 'Set the status of a group',
  rule: 'group:reset_status',
  body: strict({ reset_status: strict({ status: Status }) }),
})

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
  query: Type.Object({ ...paging, status: text, group_id: text }),
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
  errors: [...errors, 'InvalidGroup', 'SnapshotLimitExceeded'],
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
  body: strict({ reset_status: strict({ status: Status }) }),
  replies: { 202: empty },
  errors: snapshotErrors,
})
