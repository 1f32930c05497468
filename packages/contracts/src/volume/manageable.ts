import { empty, exact, nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { SnapshotSummary } from './snapshots.ts'
import { Volume } from './volumes.ts'
import { Metadata, NextLink, OptionalText, text } from './words.ts'

/** The back end's reference: `{"source-name": …}`. */
const Reference = Type.Record(Type.String(), Type.String())

const manageable = { reference: Reference, size: Type.Integer(), safe_to_manage: Type.Boolean() }
const details = {
  reason_not_safe: nullable(Type.String()),
  /** Its id if it is managed already. */
  cinder_id: nullable(Type.String()),
  extra_info: nullable(Type.String()),
}

const ManageableVolume = view(manageable)
const ManageableVolumeInFull = view({ ...manageable, ...details })
export type ManageableVolumeView = Static<typeof ManageableVolumeInFull>

/** The back end's reference of the snapshot's volume. */
const source = { source_reference: Reference }
const ManageableSnapshot = view({ ...manageable, ...source })
const ManageableSnapshotInFull = view({ ...manageable, ...details, ...source })
export type ManageableSnapshotView = Static<typeof ManageableSnapshotInFull>

const strictly = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Object(properties, exact)

const listing = {
  method: 'GET',
  on: ownProject,
  query: Type.Object({
    ...{ host: text, cluster: since('3.17', text), limit: text, offset: text, marker: text, sort: text },
    ...{ sort_key: text, sort_dir: text },
  }),
  errors: ['ServiceNotFound', 'ServiceDown', 'InvalidInput'],
} as const

const newerPaths = '3.8'

export const listManageableVolumes = operation({
  ...listing,
  id: 'manageable_volumes.list',
  path: '/manageable_volumes',
  since: newerPaths,
  summary: 'List volumes of a back end that could be managed',
  rule: 'volume_extension:list_manageable',
  replies: {
    200: view({
      'manageable-volumes': Type.Array(ManageableVolume),
      'manageable-volumes_links': NextLink,
    }),
  },
})

export const listManageableVolumesInFull = operation({
  ...listManageableVolumes,
  id: 'manageable_volumes.list_detail',
  path: '/manageable_volumes/detail',
  summary: 'List volumes of a back end that could be managed, with details',
  replies: {
    200: view({
      'manageable-volumes': Type.Array(ManageableVolumeInFull),
      'manageable-volumes_links': NextLink,
    }),
  },
})

const word = Type.String({ minLength: 1, maxLength: 255 })
const more = {
  ref: Reference,
  name: OptionalText,
  description: OptionalText,
  metadata: Type.Optional(nullable(Metadata)),
}

export const manageVolume = operation({
  id: 'manageable_volumes.manage',
  method: 'POST',
  path: '/manageable_volumes',
  since: newerPaths,
  summary: 'Manage a volume that lies on a back end already',
  rule: 'volume_extension:volume_manage',
  on: ownProject,
  body: strictly({
    volume: Type.Object({
      ...more,
      host: Type.Optional(nullable(word)),
      cluster: Type.Optional(since('3.16', nullable(word))),
      volume_type: Type.Optional(nullable(word)),
      availability_zone: OptionalText,
      bootable: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
    }),
  }),
  replies: { 202: view({ volume: Volume }) },
  errors: ['BadRequest', 'ServiceDown', 'InvalidInput', 'VolumeTypeNotFoundByName'],
})

/** The older path, in all versions. */
const older = { since: '3.0' } as const

export const listVolumesToManage = operation({
  ...listManageableVolumes,
  ...older,
  id: 'volume_manage.list',
  path: '/os-volume-manage',
})

export const listVolumesToManageInFull = operation({
  ...listManageableVolumesInFull,
  ...older,
  id: 'volume_manage.list_detail',
  path: '/os-volume-manage/detail',
})

export const manageVolumeByOlderPath = operation({
  ...manageVolume,
  ...older,
  id: 'volume_manage.manage',
  path: '/os-volume-manage',
})

export const unmanageVolume = operation({
  id: 'volumes.unmanage',
  method: 'POST',
  path: '/volumes/{volume_id}/action',
  action: 'os-unmanage',
  summary: 'Manage a volume no more, and leave its data where it is',
  rule: 'volume_extension:volume_unmanage',
  on: found('volume'),
  replies: { 202: empty },
  errors: ['VolumeNotFound', 'InvalidVolume'],
})

export const listManageableSnapshots = operation({
  ...listing,
  id: 'manageable_snapshots.list',
  path: '/manageable_snapshots',
  since: newerPaths,
  summary: 'List snapshots of a back end that could be managed',
  rule: 'snapshot_extension:list_manageable',
  replies: {
    200: view({
      'manageable-snapshots': Type.Array(ManageableSnapshot),
      'manageable-snapshots_links': NextLink,
    }),
  },
})

export const listManageableSnapshotsInFull = operation({
  ...listManageableSnapshots,
  id: 'manageable_snapshots.list_detail',
  path: '/manageable_snapshots/detail',
  summary: 'List snapshots of a back end that could be managed, with details',
  replies: {
    200: view({
      'manageable-snapshots': Type.Array(ManageableSnapshotInFull),
      'manageable-snapshots_links': NextLink,
    }),
  },
})

export const manageSnapshot = operation({
  id: 'manageable_snapshots.manage',
  method: 'POST',
  path: '/manageable_snapshots',
  since: newerPaths,
  summary: 'Manage a snapshot that lies on a back end already',
  rule: 'snapshot_extension:snapshot_manage',
  on: ownProject,
  body: strictly({ snapshot: Type.Object({ ...more, volume_id: Type.String({ minLength: 1 }) }) }),
  replies: { 202: view({ snapshot: SnapshotSummary }) },
  errors: ['VolumeNotFound', 'InvalidVolume', 'ServiceDown', 'SnapshotLimitExceeded'],
})

export const listSnapshotsToManage = operation({
  ...listManageableSnapshots,
  ...older,
  id: 'snapshot_manage.list',
  path: '/os-snapshot-manage',
})

export const listSnapshotsToManageInFull = operation({
  ...listManageableSnapshotsInFull,
  ...older,
  id: 'snapshot_manage.list_detail',
  path: '/os-snapshot-manage/detail',
})

export const manageSnapshotByOlderPath = operation({
  ...manageSnapshot,
  ...older,
  id: 'snapshot_manage.manage',
  path: '/os-snapshot-manage',
})

export const unmanageSnapshot = operation({
  id: 'snapshots.unmanage',
  method: 'POST',
  path: '/snapshots/{snapshot_id}/action',
  action: 'os-unmanage',
  summary: 'Manage a snapshot no more, and leave its data where it is',
  rule: 'snapshot_extension:snapshot_unmanage',
  on: found('snapshot'),
  replies: { 202: empty },
  errors: ['SnapshotNotFound', 'InvalidSnapshot'],
})
