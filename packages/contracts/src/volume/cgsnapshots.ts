import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { summary } from './groups.ts'
import { OptionalText, text } from './words.ts'

/* Snapshots of groups under their old name: see `consistency-groups.ts`. */

const Summary = view(summary)
const Whole = view({
  ...summary,
  consistencygroup_id: Type.String(),
  status: Type.String(),
  created_at: Type.String(),
  description: nullable(Type.String()),
})

const deprecated = true
const path = '/cgsnapshots/{cgsnapshot_id}'
const on = found('group_snapshot')
const errors = ['GroupSnapshotNotFound']

/** Cinder ignores all filters here, although its own client sends some. */
const query = Type.Object({
  ...{ limit: text, offset: text, all_tenants: text },
  ...{ name: text, status: text, consistencygroup_id: text },
})

export const listCgsnapshots = operation({
  id: 'cgsnapshots.list',
  method: 'GET',
  path: '/cgsnapshots',
  deprecated,
  summary: 'List snapshots of consistency groups',
  rule: 'group:get_all_group_snapshots',
  on: ownProject,
  query,
  replies: { 200: view({ cgsnapshots: Type.Array(Summary) }) },
})

export const listCgsnapshotsInFull = operation({
  ...listCgsnapshots,
  id: 'cgsnapshots.list_detail',
  path: '/cgsnapshots/detail',
  summary: 'List snapshots of consistency groups, with details',
  replies: { 200: view({ cgsnapshots: Type.Array(Whole) }) },
})

export const showCgsnapshot = operation({
  id: 'cgsnapshots.show',
  method: 'GET',
  path,
  deprecated,
  summary: 'Show a snapshot of a consistency group',
  rule: 'group:get_group_snapshot',
  on,
  replies: { 200: view({ cgsnapshot: Whole }) },
  errors,
})

export const createCgsnapshot = operation({
  id: 'cgsnapshots.create',
  method: 'POST',
  path: '/cgsnapshots',
  deprecated,
  summary: 'Take snapshots of all volumes of a consistency group',
  rule: 'group:create_group_snapshot',
  on: ownProject,
  body: Type.Object({
    cgsnapshot: Type.Object({
      consistencygroup_id: Type.String(),
      name: OptionalText,
      description: OptionalText,
    }),
  }),
  replies: { 202: view({ cgsnapshot: Summary }) },
  errors: ['GroupNotFound', 'InvalidGroup', 'SnapshotLimitExceeded'],
})

export const deleteCgsnapshot = operation({
  id: 'cgsnapshots.delete',
  method: 'DELETE',
  path,
  deprecated,
  summary: 'Delete a snapshot of a consistency group',
  rule: 'group:delete_group_snapshot',
  on,
  replies: { 202: empty },
  errors: [...errors, 'InvalidGroupSnapshot'],
})
