import { goldenSql } from '@nimbo/db/golden-sql.testing'
import { goldenRepositories } from '@nimbo/resource/rows/golden-repositories.testing'
import type { Snapshot } from '../domain/snapshot.ts'
import type { Attachment, Volume } from '../domain/volume.ts'
import { qosSpecs } from '../resources/qos-spec/qos-specs.ts'
import { transfers } from '../resources/transfer/transfers.ts'
import * as abandoned from './abandoned.ts'
import * as attachments from './attachments.ts'
import * as backups from './backups.ts'
import * as defaultTypes from './default-types.ts'
import { groupTypes } from './group-types.ts'
import * as groups from './groups.ts'
import { usageOfHost } from './host-usage.ts'
import { messages, removeOldMessages } from './messages.ts'
import * as metadata from './metadata.ts'
import * as quotas from './quotas.ts'
import * as services from './services.ts'
import * as snapshots from './snapshots.ts'
import type { AttachmentRow, SnapshotRow, VolumeRow, VolumeTables } from './tables.ts'
import { findEncryption } from './type-encryption.ts'
import * as types from './volume-types.ts'
import * as volumes from './volumes.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'
const ids = ['a', 'b']
const byName = [
  { column: 'name', direction: 'asc', nullable: true },
  { column: 'id', direction: 'asc' },
] as const

goldenRepositories<VolumeTables>(url, [
  backups.backups,
  groups.groupSnapshots,
  groupTypes,
  groups.groups,
  messages,
  qosSpecs,
  transfers,
])

goldenSql<typeof abandoned, VolumeTables>(url, 'abandoned', {
  endAbandonedVolumes: (db) => abandoned.endAbandonedVolumes(db, now, 'a'),
  endAbandonedSnapshots: (db) => abandoned.endAbandonedSnapshots(db, now),
  endAbandonedBackups: (db) => abandoned.endAbandonedBackups(db, now),
})

const attachment: Attachment = {
  ...{ id: 'a', volumeId: 'v', projectId: 'p', serverId: 's', status: 'attached', mode: 'rw' },
  ...{ mountpoint: '/dev/vdb', host: 'h', connector: null, connectionInfo: null, attachedAt: now },
  createdAt: now,
}
const attachmentRow: AttachmentRow = {
  ...{ id: 'a', volume_id: 'v', project_id: 'p', instance_uuid: 's', status: 'reserved', mode: 'rw' },
  ...{ mountpoint: null, host: null, connector: null, connection_info: null, attached_at: null },
  ...{ created_at: now, updated_at: now },
}
goldenSql<typeof attachments, VolumeTables>(url, 'attachments', {
  findAttachment: async (db) => {
    await attachments.findAttachment(db, 'a', undefined)
    await attachments.findAttachment(db, 'a', 'p')
  },
  attachmentsOf: (db) => attachments.attachmentsOf(db, ids),
  listAttachments: async (db) => {
    await attachments.listAttachments(db, { projectId: undefined, filters: {}, limit: 10 })
    const filters = { volume_id: 'v' }
    await attachments.listAttachments(db, { projectId: 'p', filters, limit: 10, marker: attachment })
  },
  insertAttachment: (db) => attachments.insertAttachment(db, attachmentRow),
  updateAttachment: (db) => attachments.updateAttachment(db, 'a', { status: 'attached' }),
  removeAttachment: (db) => attachments.removeAttachment(db, 'a'),
  giveAttachments: (db) => attachments.giveAttachments(db, { from: 'v', to: 'w' }),
  removeAttachmentsOf: (db) => attachments.removeAttachmentsOf(db, 'v'),
})

goldenSql<typeof backups, VolumeTables>(url, 'backup-states', {
  changeBackup: (db) => backups.changeBackup(db, 'a', ['creating'], { status: 'available' }, now),
  latestBackupOf: { finds: [{ id: 'a' }], run: (db) => backups.latestBackupOf(db, 'v') },
  dependentsOf: (db) => backups.dependentsOf(db, ids),
})

goldenSql<typeof defaultTypes, VolumeTables>(url, 'default-types', {
  findDefaultType: (db) => defaultTypes.findDefaultType(db, 'p'),
  listDefaultTypes: (db) => defaultTypes.listDefaultTypes(db),
  setDefaultType: (db) => defaultTypes.setDefaultType(db, 'p', 't'),
  unsetDefaultType: (db) => defaultTypes.unsetDefaultType(db, 'p'),
  isDefaultSomewhere: (db) => defaultTypes.isDefaultSomewhere(db, 't'),
})

goldenSql<typeof groups, VolumeTables>(url, 'group-states', {
  consistencyGroupsOf: (db) => groups.consistencyGroupsOf(db, [{ groupId: 'a' }, { groupId: null }]),
  changeGrouping: (db) =>
    groups.changeGrouping(db, 'volume_groups', 'a', { from: ['creating'], to: 'available', now }),
})

goldenSql<typeof import('./host-usage.ts'), VolumeTables>(url, 'host-usage', {
  usageOfHost: (db) => usageOfHost(db, 'h'),
})

goldenSql<Pick<typeof import('./messages.ts'), 'removeOldMessages'>, VolumeTables>(url, 'old-messages', {
  removeOldMessages: (db) => removeOldMessages(db, now),
})

goldenSql<typeof metadata, VolumeTables>(url, 'metadata', {
  setVolumeMetadata: async (db) => {
    await metadata.setVolumeMetadata(db, 'v', { one: '1', other: '2' })
    await metadata.setVolumeMetadata(db, 'v', { one: '1' }, true)
  },
  removeVolumeMetadata: (db) => metadata.removeVolumeMetadata(db, 'v', 'one'),
  setAdminMetadata: (db) => metadata.setAdminMetadata(db, 'v', { readonly: 'True' }),
  setSnapshotMetadata: async (db) => {
    await metadata.setSnapshotMetadata(db, 's', { one: '1', other: '2' })
    await metadata.setSnapshotMetadata(db, 's', { one: '1' }, true)
  },
  removeSnapshotMetadata: (db) => metadata.removeSnapshotMetadata(db, 's', 'one'),
})

goldenSql<typeof quotas, VolumeTables>(url, 'quotas', {
  limitsSetFor: (db) => quotas.limitsSetFor(db, { projectId: 'p', className: 'default' }),
  classLimits: (db) => quotas.classLimits(db, 'default'),
  setLimit: (db) => quotas.setLimit(db, 'p', 'volumes', 10),
  setClassLimit: (db) => quotas.setClassLimit(db, 'default', 'volumes', 10),
  removeLimits: (db) => quotas.removeLimits(db, 'p'),
  typeNames: (db) => quotas.typeNames(db),
  usageOf: (db) => quotas.usageOf(db, ['p']),
  holdQuota: (db) => quotas.holdQuota(db, 'p'),
})

goldenSql<typeof services, VolumeTables>(url, 'services', {
  reportService: async (db) => {
    const report = { binary: 'cinder-volume', host: 'h@b', zone: 'nova' }
    await services.reportService(db, report, now)
    const backend = { backend: 'file', driver: 'file', totalGb: 2, freeGb: 1, thin: true }
    await services.reportService(db, { ...report, backend }, now)
  },
  listUnmeasured: (db) => services.listUnmeasured(db, now),
  listServices: async (db) => {
    await services.listServices(db, {})
    await services.listServices(db, { binary: 'cinder-volume', host: 'h' })
  },
  findBackend: (db) => services.findBackend(db, 'h@b'),
  setServiceDisabled: (db) => services.setServiceDisabled(db, 'cinder-volume', 'h@b', true, 'why'),
  setServiceFrozen: (db) => services.setServiceFrozen(db, 'h@b', true),
  listPools: (db) => services.listPools(db, now, 20),
})

const snapshot: Snapshot = {
  ...{ id: 's', volumeId: 'v', projectId: 'p', userId: 'u', name: 'n', description: null, size: 1 },
  ...{ status: 'available', consumesQuota: true, progress: '100%', groupSnapshotId: null },
  ...{ metadata: {}, createdAt: now, updatedAt: now },
}
const snapshotRow: SnapshotRow = {
  ...{ id: 's', volume_id: 'v', project_id: 'p', user_id: 'u', name: 'n', description: null, size: 1 },
  ...{ status: 'creating', consumes_quota: 1, progress: null, group_snapshot_id: null },
  ...{ created_at: now, updated_at: now },
}
const allSnapshots = { projectId: undefined, filters: {}, like: {}, metadata: {} }
const someSnapshots = {
  ...{ projectId: 'p', filters: { volume_id: 'v' }, like: { name: 'n' }, metadata: { one: '1' } },
}
goldenSql<typeof snapshots, VolumeTables>(url, 'snapshots', {
  findSnapshot: { finds: [snapshotRow], run: (db) => snapshots.findSnapshot(db, 's', 'p') },
  listSnapshots: async (db) => {
    const page = { order: byName, limit: 10, offset: 0 }
    await snapshots.listSnapshots(db, { ...allSnapshots, ...page })
    await snapshots.listSnapshots(db, { ...someSnapshots, ...page, marker: snapshot })
  },
  countSnapshots: { finds: [{ count: 1 }], run: (db) => snapshots.countSnapshots(db, someSnapshots) },
  latestSnapshotOf: (db) => snapshots.latestSnapshotOf(db, 'v'),
  snapshotsOf: (db) => snapshots.snapshotsOf(db, 'v'),
  hasSnapshots: (db) => snapshots.hasSnapshots(db, 'v'),
  bondsOf: (db) => snapshots.bondsOf(db, 'v'),
  insertSnapshot: (db) => snapshots.insertSnapshot(db, snapshotRow),
  changeSnapshot: (db) => snapshots.changeSnapshot(db, 's', ['creating'], { status: 'available' }, now),
  beginProgress: (db) => snapshots.beginProgress(db, 's', '10%', now),
  removeSnapshot: (db) => snapshots.removeSnapshot(db, 's'),
})

const type = { id: 't', name: 'lvm', description: null, is_public: 1, created_at: now, updated_at: now }
goldenSql<typeof types, VolumeTables>(url, 'volume-types', {
  listTypes: { finds: [type], run: (db) => types.listTypes(db, undefined) },
  findType: (db) => types.findType(db, 't', 'p'),
  findTypeByName: (db) => types.findTypeByName(db, 'lvm', 'p'),
  findUsualType: (db) => types.findUsualType(db, { projectId: 'p', name: 'lvm' }),
  insertType: (db) => types.insertType(db, type),
  updateType: (db) => types.updateType(db, 't', { name: 'ssd' }, now),
  removeType: (db) => types.removeType(db, 't'),
  isTypeUsed: (db) => types.isTypeUsed(db, 't'),
  setExtraSpecs: (db) => types.setExtraSpecs(db, 't', { multiattach: '<is> True' }),
  removeExtraSpec: (db) => types.removeExtraSpec(db, 't', 'multiattach'),
  projectsOfType: (db) => types.projectsOfType(db, 't'),
  addTypeProject: (db) => types.addTypeProject(db, 't', 'p'),
  removeTypeProject: (db) => types.removeTypeProject(db, 't', 'p'),
})

goldenSql<typeof import('./type-encryption.ts'), VolumeTables>(url, 'type-encryption', {
  findEncryption: (db) => findEncryption(db, 't'),
})

const volume: Volume = {
  ...{ id: 'v', projectId: 'p', userId: 'u', name: 'n', description: null, size: 1, status: 'available' },
  ...{ availabilityZone: 'nova', typeId: 't', typeName: 'lvm', host: 'h@b#p', bootable: false },
  ...{ multiattach: false, consumesQuota: true, snapshotId: null, sourceVolumeId: null },
  ...{ imageMetadata: null, metadata: {}, adminMetadata: {}, attachments: [], createdAt: now },
  ...{ updatedAt: now, migrationStatus: null, groupId: null, launchedAt: now },
  encryptionKeyId: null,
}
const volumeRow: VolumeRow = {
  ...{ id: 'v', project_id: 'p', user_id: 'u', name: 'n', description: null, size: 1, growing_by: 0 },
  ...{ status: 'creating', availability_zone: 'nova', volume_type_id: 't', host: null, bootable: 0 },
  ...{ multiattach: 0, consumes_quota: 1, snapshot_id: null, source_volid: null, image_metadata: null },
  ...{ created_at: now, updated_at: now, launched_at: null, previous_status: null },
  ...{ migration_status: null, group_id: null, encryption_key_id: null },
}
const allVolumes: volumes.VolumeQuery = {
  ...{
    projectId: undefined,
    equal: new Map(),
    like: new Map(),
    metadata: {},
    imageMetadata: {},
    alsoAdminMetadata: false,
  },
  ...{ times: { created_at: [], updated_at: [] }, order: byName },
}
const someVolumes: volumes.VolumeQuery = {
  ...{ projectId: 'p', equal: new Map([['status', 'available']]), like: new Map([['name', 'n']]) },
  ...{ times: { created_at: [{ operator: '>=', instant: now }], updated_at: [] } },
  ...{ metadata: { one: '1' }, imageMetadata: { two: '2' }, alsoAdminMetadata: true, order: byName },
}
goldenSql<typeof volumes, VolumeTables>(url, 'volumes', {
  findVolume: {
    finds: (sql) => (sql.includes('"volume_types"') ? [{ ...volumeRow, type_name: 'lvm' }] : []),
    run: (db) => volumes.findVolume(db, 'v', 'p'),
  },
  listVolumes: async (db) => {
    await volumes.listVolumes(db, { ...allVolumes, limit: 10, offset: 0 })
    await volumes.listVolumes(db, { ...someVolumes, limit: 10, offset: 0, marker: volume })
  },
  countVolumes: { finds: [{ count: 1 }], run: (db) => volumes.countVolumes(db, someVolumes) },
  insertVolume: (db) => volumes.insertVolume(db, volumeRow),
  insertWhole: (db) =>
    volumes.insertWhole(db, { row: volumeRow, typeName: 'lvm', metadata: {}, adminMetadata: {} }),
  keyOfVolume: (db) => volumes.keyOfVolume(db, 'v'),
  changeVolume: async (db) => {
    await volumes.changeVolume(db, 'v', ['creating'], { status: 'available' }, now)
    await volumes.changeVolume(db, 'v', ['available'], { status: 'extending' }, now)
  },
  updateVolume: (db) => volumes.updateVolume(db, 'v', { host: 'h@b#p' }, now),
  removeVolume: (db) => volumes.removeVolume(db, 'v'),
})
