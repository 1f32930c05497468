import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { summary } from './groups.ts'
import { FlagLike, NextLink, OptionalText, paging, text } from './words.ts'

/*
 * Groups of volumes under their old name. Cinder deprecated it for groups (3.13) and has since kept it as a second view of them.
 * Unlike the rest of the API, it ignores unknown keys of a body in all versions: old clients send `status` and the like.
 */

const Summary = view(summary)
const Whole = view({
  ...summary,
  status: Type.String(),
  availability_zone: Type.String(),
  created_at: Type.String(),
  description: nullable(Type.String()),
  volume_types: Type.Array(Type.String()),
})

const deprecated = true
const query = Type.Object({ ...paging, name: text, status: text })
const path = '/consistencygroups/{consistencygroup_id}'
const on = found('volume_group')
const errors = ['GroupNotFound']
const named = { name: OptionalText, description: OptionalText }

export const listConsistencyGroups = operation({
  id: 'consistencygroups.list',
  method: 'GET',
  path: '/consistencygroups',
  deprecated,
  summary: 'List consistency groups',
  rule: 'group:get_all',
  on: ownProject,
  query,
  replies: { 200: view({ consistencygroups: Type.Array(Summary), consistencygroup_links: NextLink }) },
})

export const listConsistencyGroupsInFull = operation({
  ...listConsistencyGroups,
  id: 'consistencygroups.list_detail',
  path: '/consistencygroups/detail',
  summary: 'List consistency groups, with details',
  replies: { 200: view({ consistencygroups: Type.Array(Whole), consistencygroup_links: NextLink }) },
})

export const showConsistencyGroup = operation({
  id: 'consistencygroups.show',
  method: 'GET',
  path,
  deprecated,
  summary: 'Show a consistency group',
  rule: 'group:get',
  on,
  replies: { 200: view({ consistencygroup: Whole }) },
  errors,
})

export const createConsistencyGroup = operation({
  id: 'consistencygroups.create',
  method: 'POST',
  path: '/consistencygroups',
  deprecated,
  summary: 'Create a consistency group',
  rule: 'group:create',
  on: ownProject,
  body: Type.Object({
    consistencygroup: Type.Object({
      ...named,
      /** Ids or names, separated by commas. */
      volume_types: nullable(Type.String()),
      availability_zone: OptionalText,
    }),
  }),
  replies: { 202: view({ consistencygroup: Summary }) },
  errors: ['VolumeTypeNotFoundByName', 'GroupLimitExceeded', 'CgsnapshotTypeMissing'],
})

export const createConsistencyGroupFromSource = operation({
  id: 'consistencygroups.create_from_src',
  method: 'POST',
  path: '/consistencygroups/create_from_src',
  deprecated,
  summary: 'Create a consistency group like another, or from a snapshot of one',
  rule: 'group:create',
  on: ownProject,
  body: Type.Object({
    'consistencygroup-from-src': Type.Object({
      ...named,
      cgsnapshot_id: OptionalText,
      source_cgid: OptionalText,
    }),
  }),
  replies: { 202: view({ consistencygroup: Summary }) },
  errors: ['GroupNotFound', 'GroupSnapshotNotFound', 'InvalidGroup', 'GroupLimitExceeded'],
})

export const deleteConsistencyGroup = operation({
  id: 'consistencygroups.delete',
  method: 'POST',
  path: '/consistencygroups/{consistencygroup_id}/delete',
  deprecated,
  summary: 'Delete a consistency group, and its volumes by force',
  rule: 'group:delete',
  on,
  body: nullable(
    Type.Object({ consistencygroup: Type.Optional(Type.Object({ force: Type.Optional(FlagLike) })) }),
  ),
  replies: { 202: empty },
  errors: [...errors, 'InvalidGroup', 'InvalidVolume'],
})

export const updateConsistencyGroup = operation({
  id: 'consistencygroups.update',
  method: 'PUT',
  path: '/consistencygroups/{consistencygroup_id}/update',
  deprecated,
  summary: 'Change a consistency group, or which volumes are in it',
  rule: 'group:update',
  on,
  body: Type.Object({
    consistencygroup: Type.Object({
      ...named,
      /** Ids, separated by commas. */
      add_volumes: Type.Optional(nullable(Type.String())),
      remove_volumes: Type.Optional(nullable(Type.String())),
    }),
  }),
  replies: { 202: empty },
  errors: [...errors, 'InvalidGroup', 'InvalidVolume'],
})

/** The path that cinderclient uses for the same. */
export const replaceConsistencyGroup = operation({
  ...updateConsistencyGroup,
  id: 'consistencygroups.replace',
  path,
})
