import type { Backup } from '@nimbo/contracts/volume/backups'
import type { Snapshot } from './snapshot.ts'
import type { Volume } from './volume.ts'

/** A time in the format of Python's `isoformat()`, without a zone: `2026-01-31T12:00:00.123000`. */
const instant = (text: string): string => text.replace(/Z$/, '000')

const maybe = (text: string | null): string | null => (text === null ? null : instant(text))

/** The notification payload of a volume; `status` differs from the volume's own when it was deleted. */
export const volumePayload = (volume: Volume, status: string = volume.status) => ({
  tenant_id: volume.projectId,
  user_id: volume.userId,
  host: volume.host,
  availability_zone: volume.availabilityZone,
  volume_id: volume.id,
  volume_type: volume.typeId,
  display_name: volume.name,
  launched_at: maybe(volume.launchedAt),
  created_at: instant(volume.createdAt),
  status,
  snapshot_id: volume.snapshotId,
  size: volume.size,
  replication_status: null,
  replication_extended_status: null,
  replication_driver_data: null,
  metadata: volume.metadata,
  volume_attachment: volume.attachments.map((attachment) => ({
    id: attachment.id,
    volume_id: attachment.volumeId,
    instance_uuid: attachment.serverId,
    attached_host: attachment.host,
    mountpoint: attachment.mountpoint,
    attach_mode: attachment.mode,
    attach_status: attachment.status,
    attach_time: maybe(attachment.attachedAt),
  })),
  glance_metadata: volume.imageMetadata ?? {},
})

/** The notification payload of a snapshot, with the time of its deletion if it was deleted. */
export const snapshotPayload = (snapshot: Snapshot, zone: string, deletedAt?: string) => ({
  tenant_id: snapshot.projectId,
  user_id: snapshot.userId,
  availability_zone: zone,
  volume_id: snapshot.volumeId,
  volume_size: snapshot.size,
  snapshot_id: snapshot.id,
  display_name: snapshot.name,
  created_at: instant(snapshot.createdAt),
  status: deletedAt === undefined ? snapshot.status : 'deleted',
  deleted: deletedAt === undefined ? '' : instant(deletedAt),
  metadata: snapshot.metadata,
})

/** The notification payload of a backup, with the number of incremental backups that depend on it. */
export const backupPayload = (backup: Backup, dependents: number, status: string) => ({
  tenant_id: backup.project_id,
  user_id: backup.user_id,
  availability_zone: backup.availability_zone,
  backup_id: backup.id,
  host: backup.host,
  display_name: backup.name,
  created_at: instant(backup.created_at),
  status,
  volume_id: backup.volume_id,
  size: backup.size,
  service_metadata: null,
  service: backup.service,
  fail_reason: backup.fail_reason,
  parent_id: backup.parent_id,
  num_dependent_backups: dependents,
  snapshot_id: backup.snapshot_id,
})
