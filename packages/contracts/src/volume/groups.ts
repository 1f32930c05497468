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
export const named = { name: attribute(maybe, {}), description: attribute(maybe, {}) }
export const user = { user_id: attribute(words(), {}) }

/** A group of volumes on one back end, for consistent snapshots. */
export const group = resource('group', 'volume_groups', {
  ...identified,
  ...owned,
  ...timed,
  ...user,
  ...named,
  status: attribute(oneOf(...groupStatuses), {}),
  availability_zone: attribute(words(), {}),
  group_type_id: attribute(words(), {}),
  /** Allowed volume types. */
  volume_types: attribute(listOf(words()), { filter: false }),
  /** `host@backend`, once scheduled. */
  host: attribute(maybe, {}),
  /** Its source. */
  group_snapshot_id: attribute(maybe, {}),
  source_group_id: attribute(maybe, {}),
})
export type Group = Of<typeof group>

export const summary = { id: Uuid, name: nullable(Type.String()) }
const Summary = view(summary)
const Whole = view({
  ...summary,
  description: nullable(Type.String()),
  status: Type.String(),
  availability_zone: Type.String(),
  created_at: Type.String(),
  group_type: Type.String(),
  volume_types: Type.Array(Type.String()),
  group_snapshot_id: from('3.14', nullable(Type.String())),
  source_group_id: from('3.14', nullable(Type.String())),
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
      volume_types: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        minItems: 1,
        uniqueItems: true,
      }),
      availability_zone: OptionalText,
    }),
  }),
  replies: { 202: view({ group: Summary }) },
  errors: [
    ...['GroupTypeNotFound', 'GroupTypeNotFoundByName', 'GroupLimitExceeded'],
    ...['VolumeTypeNotFound', 'VolumeTypeNotFoundByName'],
  ],
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

export const GroupStatusWord = Type.Unsafe<GroupStatus>({ type: 'string', enum: [...groupStatuses] })

export const resetGroupStatus = operation({
  ...action('reset_status'),
  id: 'groups.reset_status',
  since: '3.20',
  summary: 'Set the status of a group',
  rule: 'group:reset_status',
  body: strict({ reset_status: strict({ status: GroupStatusWord }) }),
})

export const createGroupFromSource = operation({
  id: 'groups.create_from_src',
  method: 'POST',
  path: '/groups/action',
  action: 'create-from-src',
  since: '3.14',
  summary: 'Create a group like another, or from a snapshot of one',
  rule: 'group:create',
  on: ownProject,
  body: strict({
    'create-from-src': strict({
      name: OptionalText,
      description: OptionalText,
      group_snapshot_id: Type.Optional(Uuid),
      source_group_id: Type.Optional(Uuid),
    }),
  }),
  replies: { 202: view({ group: Summary }) },
  errors: ['GroupNotFound', 'GroupSnapshotNotFound', 'InvalidGroup', 'GroupLimitExceeded'],
})

const replication = <const Name extends string>(name: Name) =>
  ({ ...action(name), since: '3.38', errors: [...errors, 'InvalidGroup', 'InvalidGroupType'] }) as const

export const enableReplication = operation({
  ...replication('enable_replication'),
  id: 'groups.enable_replication',
  summary: 'Copy a group to another place from now on',
  rule: 'group:enable_replication',
  body: strict({ enable_replication: strict({}) }),
})

export const disableReplication = operation({
  ...replication('disable_replication'),
  id: 'groups.disable_replication',
  summary: 'Copy a group to no other place any more',
  rule: 'group:disable_replication',
  body: strict({ disable_replication: strict({}) }),
})

export const failoverReplication = operation({
  ...replication('failover_replication'),
  id: 'groups.failover_replication',
  summary: 'Go on with the copy of a group',
  rule: 'group:failover_replication',
  body: strict({
    failover_replication: strict({
      allow_attached_volume: Type.Optional(FlagLike),
      secondary_backend_id: OptionalText,
    }),
  }),
})

export const listReplicationTargets = operation({
  ...replication('list_replication_targets'),
  id: 'groups.list_replication_targets',
  summary: 'List the places that a group is copied to',
  rule: 'group:list_replication_targets',
  body: strict({ list_replication_targets: strict({}) }),
})
