import { empty, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { FlagLike, Metadata, NextLink, OptionalText, Pairs, paging, strict, text, Uuid } from './words.ts'

const summary = {
  id: Uuid,
  name: nullable(Type.String()),
  description: nullable(Type.String()),
  volume_id: Uuid,
  status: Type.String(),
  size: Type.Integer(),
  metadata: Pairs,
  created_at: Type.String(),
  updated_at: nullable(Type.String()),
  user_id: since('3.41', Type.String()),
  group_snapshot_id: since('3.14', Type.Null()),
  consumes_quota: since('3.65', Type.Boolean()),
}
const SnapshotSummary = view(summary)
export type SnapshotSummaryView = Static<typeof SnapshotSummary>

/** Progress and project are for those whom policy lets see them of the snapshot. */
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
  replies: { 200: view({ snapshots: Type.Array(SnapshotSummary), snapshots_links: NextLink, count: Count }) },
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
const MetadataBody = strict({ metadata: Metadata })

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
