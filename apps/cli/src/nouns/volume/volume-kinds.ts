import { createBackup, deleteBackup, listBackupsInFull, showBackup } from '@nimbo/contracts/volume/backups'
import {
  createCgsnapshot,
  deleteCgsnapshot,
  listCgsnapshotsInFull,
  showCgsnapshot,
} from '@nimbo/contracts/volume/cgsnapshots'
import {
  createConsistencyGroup,
  listConsistencyGroupsInFull,
  showConsistencyGroup,
} from '@nimbo/contracts/volume/consistency-groups'
import {
  createGroupSnapshot,
  deleteGroupSnapshot,
  listGroupSnapshotsInFull,
  showGroupSnapshot,
} from '@nimbo/contracts/volume/group-snapshots'
import {
  createGroupType,
  deleteGroupType,
  listGroupTypes,
  showGroupType,
} from '@nimbo/contracts/volume/group-types'
import { createGroup, listGroupsInFull, showGroup } from '@nimbo/contracts/volume/groups'
import {
  createSnapshot,
  deleteSnapshot,
  listSnapshotsInFull,
  showSnapshot,
} from '@nimbo/contracts/volume/snapshots'
import { olderTransfers } from '@nimbo/contracts/volume/transfers'
import { createType, deleteType, listTypes, showType } from '@nimbo/contracts/volume/types'
import { createVolume, deleteVolume, listVolumesInFull, showVolume } from '@nimbo/contracts/volume/volumes'
import type { Kind } from '../../cloud/find.ts'

const byName = (name: string) => ({ name })

export const volumeKind: Kind = {
  service: 'volume',
  list: listVolumesInFull,
  show: showVolume,
  create: createVolume,
  remove: deleteVolume,
  one: 'volume',
  label: 'Volume',
  byName,
}

export const snapshotKind: Kind = {
  service: 'volume',
  list: listSnapshotsInFull,
  show: showSnapshot,
  create: createSnapshot,
  remove: deleteSnapshot,
  one: 'snapshot',
  label: 'Snapshot',
  byName,
}

/** Volume types: the list cannot be filtered by name, so all are read. */
export const volumeTypeKind: Kind = {
  service: 'volume',
  list: listTypes,
  show: showType,
  create: createType,
  remove: deleteType,
  one: 'volume_type',
  label: 'VolumeType',
}

export const backupKind: Kind = {
  service: 'volume',
  list: listBackupsInFull,
  show: showBackup,
  create: createBackup,
  remove: deleteBackup,
  one: 'backup',
  label: 'Backup',
  byName,
}

export const transferKind: Kind = {
  service: 'volume',
  list: olderTransfers.listInFull,
  show: olderTransfers.show,
  create: olderTransfers.create,
  remove: olderTransfers.remove,
  one: 'transfer',
  label: 'Transfer',
}

/** Groups of volumes: deleting one is an action, with a body. */
export const groupKind: Kind = {
  service: 'volume',
  list: listGroupsInFull,
  show: showGroup,
  create: createGroup,
  one: 'group',
  label: 'Group',
  byName,
}

export const groupSnapshotKind: Kind = {
  service: 'volume',
  list: listGroupSnapshotsInFull,
  show: showGroupSnapshot,
  create: createGroupSnapshot,
  remove: deleteGroupSnapshot,
  one: 'group_snapshot',
  label: 'GroupSnapshot',
}

/** Types of groups: the API lists only the public ones unless the query requests all. */
export const groupTypeKind: Kind = {
  service: 'volume',
  list: listGroupTypes,
  show: showGroupType,
  create: createGroupType,
  remove: deleteGroupType,
  one: 'group_type',
  label: 'GroupType',
  byName: () => ({ is_public: 'None' }),
}

/** Groups under their older name: deleting one is an action, with a body. */
export const consistencyGroupKind: Kind = {
  service: 'volume',
  list: listConsistencyGroupsInFull,
  show: showConsistencyGroup,
  create: createConsistencyGroup,
  one: 'consistencygroup',
  label: 'Consistency group',
  byName,
}

export const cgsnapshotKind: Kind = {
  service: 'volume',
  list: listCgsnapshotsInFull,
  show: showCgsnapshot,
  create: createCgsnapshot,
  remove: deleteCgsnapshot,
  one: 'cgsnapshot',
  label: 'Consistency group snapshot',
  byName,
}
