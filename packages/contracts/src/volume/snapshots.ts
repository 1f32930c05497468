import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import {
  FlagLike,
  Metadata,
  NextLink,
  OptionalText,
  Pairs,
  paging,
  strict,
  strictSince353,
  text,
  Uuid,
} from './words.ts'

const listed = {
  id: Uuid,
  name: nullable(Type.String()),
  description: nullable(Type.String()),
  volume_id: Uuid,
  status: Type.String(),
  size: Type.Integer(),
  metadata: Pairs,
  created_at: Type.String(),
  updated_at: nullable(Type.String()),
}
const ListedSnapshot = view(listed)
export type ListedSnapshotView = Static<typeof ListedSnapshot>

const summary = {
  ...listed,
  user_id: since('3.41', Type.String()),
  group_snapshot_id: since('3.14', nullable(Type.String())),
  consumes_quota: since('3.65', Type.Boolean()),
}
export const SnapshotSummary = view(summary)
export type SnapshotSummaryView = Static<typeof SnapshotSummary>

/** Progress and project are shown if policy allows. */
const Snapshot = view({
  ...summary,
  'os-extended-snapshot-attributes:progress': Type.Optional(Type.String()),
  'os-extended-snapshot-attributes:project_id': Type.Optional(Type.String()),
})
export type SnapshotView = Static<typeof Snapshot>

const query = Type.Object({
  ...paging,
  ...{ volume_id: text, status: text, name: text, id: text, project_id: text, metadata: text },
  ...{ 'name~': text, 'status~': text, with_count: text },
  consumes_quota: since('3.65', text),
})
const Count = Type.Optional(since('3.45', Type.Integer()))
const mayAsk = ['volume_extension:extended_snapshot_attributes']
const shown = { 200: view({ snapshot: SnapshotSummary }) }

export const listSnapshots = operation({
  id: 'snapshots.list',
  method: 'GET',
  path: '/snapshots',
  summary: 'List snapshots',
  rule: 'volume:get_all_snapshots',
  on: ownProject,
  query,
  replies: { 200: view({ snapshots: Type.Array(ListedSnapshot), snapshots_links: NextLink, count: Count }) },
})

export const listSnapshotsInFull = operation({
  ...listSnapshots,
  id: 'snapshots.list_detail',
  path: '/snapshots/detail',
  summary: 'List snapshots, with details',
  mayAsk,
  replies: { 200: view({ snapshots: Type.Array(Snapshot), snapshots_links: NextLink, count: Count }) },
})

export const createSnapshot = operation({
  id: 'snapshots.create',
  method: 'POST',
  path: '/snapshots',
  summary: 'Take a snapshot of a volume',
  rule: 'volume:create_snapshot',
  on: ownProject,
  body: strict({
    snapshot: strict({
      volume_id: nullable(Uuid),
      name: OptionalText,
      description: OptionalText,
      display_name: OptionalText,
      display_description: OptionalText,
      force: Type.Optional(FlagLike),
      metadata: Type.Optional(nullable(Metadata)),
    }),
  }),
  replies: { 202: view({ snapshot: SnapshotSummary }) },
  errors: ['VolumeNotFound', 'InvalidVolume', 'SnapshotLimitExceeded'],
})

const path = '/snapshots/{snapshot_id}'
const on = found('snapshot')
const errors = ['SnapshotNotFound']

export const showSnapshot = operation({
  id: 'snapshots.show',
  method: 'GET',
  path,
  summary: 'Show a snapshot',
  rule: 'volume:get_snapshot',
  on,
  mayAsk,
  replies: { 200: view({ snapshot: Snapshot }) },
  errors,
})

export const updateSnapshot = operation({
  id: 'snapshots.update',
  method: 'PUT',
  path,
  summary: 'Change the name or description of a snapshot',
  rule: 'volume:update_snapshot',
  on,
  body: strict({
    snapshot: strict(
      {
        ...{ name: OptionalText, description: OptionalText },
        ...{ display_name: OptionalText, display_description: OptionalText },
      },
      { minProperties: 1 },
    ),
  }),
  replies: shown,
  errors,
})

export const deleteSnapshot = operation({
  id: 'snapshots.delete',
  method: 'DELETE',
  path,
  summary: 'Delete a snapshot',
  rule: 'volume:delete_snapshot',
  on,
  replies: { 202: empty },
  errors,
})

const metadata = '/snapshots/{snapshot_id}/metadata'
const shownMetadata = { 200: view({ metadata: Pairs }) }
const MetadataBody = strictSince353({ metadata: Metadata })

export const listSnapshotMetadata = operation({
  id: 'snapshot_metadata.list',
  method: 'GET',
  path: metadata,
  summary: 'Show the metadata of a snapshot',
  rule: 'volume:get_snapshot_metadata',
  on,
  replies: shownMetadata,
  errors,
})

export const mergeSnapshotMetadata = operation({
  id: 'snapshot_metadata.merge',
  method: 'POST',
  path: metadata,
  summary: 'Add to the metadata of a snapshot',
  rule: 'volume:update_snapshot_metadata',
  on,
  body: MetadataBody,
  replies: shownMetadata,
  errors,
})

export const replaceSnapshotMetadata = operation({
  ...mergeSnapshotMetadata,
  id: 'snapshot_metadata.replace',
  method: 'PUT',
  summary: 'Replace the metadata of a snapshot',
})

export const deleteSnapshotMetadata = operation({
  id: 'snapshot_metadata.delete',
  method: 'DELETE',
  path: '/snapshots/{snapshot_id}/metadata/{key}',
  summary: 'Delete one pair of the metadata of a snapshot',
  rule: 'volume:delete_snapshot_metadata',
  on,
  replies: { 200: empty },
  errors,
})

const key = '/snapshots/{snapshot_id}/metadata/{key}'

export const showSnapshotMetadata = operation({
  id: 'snapshot_metadata.show',
  method: 'GET',
  path: key,
  summary: 'Show one pair of the metadata of a snapshot',
  rule: 'volume:get_snapshot_metadata',
  on,
  replies: { 200: view({ meta: Pairs }) },
  errors: ['SnapshotNotFound', 'SnapshotMetadataNotFound'],
})

export const setSnapshotMetadata = operation({
  id: 'snapshot_metadata.set',
  method: 'PUT',
  path: key,
  summary: 'Set one pair of the metadata of a snapshot',
  rule: 'volume:update_snapshot_metadata',
  on,
  body: strictSince353({ meta: Metadata }),
  replies: { 200: view({ meta: Pairs }) },
  errors,
})

/** The common part of snapshot actions, selected by the key of the body. */
const action = <const Name extends string>(name: Name) =>
  ({
    method: 'POST',
    path: '/snapshots/{snapshot_id}/action',
    action: name,
    on,
    replies: { 202: empty },
    errors: ['SnapshotNotFound', 'InvalidSnapshot'],
  }) as const

export const resetSnapshotStatus = operation({
  ...action('os-reset_status'),
  id: 'snapshots.reset_status',
  summary: 'Set the status of a snapshot',
  rule: 'volume_extension:snapshot_admin_actions:reset_status',
  body: strict({
    'os-reset_status': strict({
      status: oneOf(['creating', 'available', 'deleting', 'error', 'error_deleting']),
    }),
  }),
})

export const updateSnapshotStatus = operation({
  ...action('os-update_snapshot_status'),
  id: 'snapshots.update_status',
  summary: 'Say how far the making or the deletion of a snapshot is',
  rule: 'snapshot_extension:snapshot_actions:update_snapshot_status',
  body: strict({
    'os-update_snapshot_status': strict({
      status: Type.String({ minLength: 1, maxLength: 255 }),
      progress: Type.Optional(nullable(Type.String({ pattern: '^(?:0|[1-9][0-9]?|100)%$' }))),
    }),
  }),
})

export const forceDeleteSnapshot = operation({
  ...action('os-force_delete'),
  id: 'snapshots.force_delete',
  summary: 'Delete a snapshot whatever its status',
  rule: 'volume_extension:snapshot_admin_actions:force_delete',
})
