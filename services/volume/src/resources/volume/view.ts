import type { ChangedVolumeView, VolumeView } from '@nimbo/contracts/volume/volumes'
import type { HttpRequest } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeApp } from '../../app/app.ts'
import { linksOf } from '../../app/links.ts'
import { shownMetadata } from '../../domain/admin-metadata.ts'
import type { Attachment, Volume } from '../../domain/volume.ts'
import { wireChange, wireTime } from '../../domain/wire-time.ts'

/** Whether policy allows the caller something; some attributes depend on it. */
export type Allows = (rule: string, target?: Readonly<Record<string, unknown>>) => boolean

/** The part of a `Call` that views need. */
export interface Viewer {
  readonly app: Pick<VolumeApp, 'isService'>
  readonly ctx: Context
  readonly request: HttpRequest
  readonly allows: Allows
}

const attachedView = (attachment: Attachment) => ({
  id: attachment.volumeId,
  attachment_id: attachment.id,
  volume_id: attachment.volumeId,
  server_id: attachment.serverId,
  host_name: attachment.host,
  device: attachment.mountpoint,
  attached_at: attachment.attachedAt === null ? null : wireTime(attachment.attachedAt),
})

/**
 * A volume in the response to its creation or an update; `consistencyGroups` contains the ids of those groups that are
 * consistency groups.
 */
export const changedVolumeView = (
  volume: Volume,
  { app, ctx, request }: Viewer,
  consistencyGroups: ReadonlySet<string>,
): ChangedVolumeView => ({
  id: volume.id,
  status: volume.status,
  size: volume.size,
  availability_zone: volume.availabilityZone,
  created_at: wireTime(volume.createdAt),
  updated_at: wireChange(volume.createdAt, volume.updatedAt),
  name: volume.name,
  description: volume.description,
  volume_type: volume.typeName,
  volume_type_id: volume.typeId,
  snapshot_id: volume.snapshotId,
  source_volid: volume.sourceVolumeId,
  metadata: shownMetadata(volume, app.isService(ctx)),
  links: linksOf(request, `/volumes/${volume.id}`),
  user_id: volume.userId,
  bootable: String(volume.bootable),
  encrypted: volume.encryptionKeyId !== null,
  replication_status: null,
  consistencygroup_id:
    volume.groupId !== null && consistencyGroups.has(volume.groupId) ? volume.groupId : null,
  multiattach: volume.multiattach,
  migration_status: volume.migrationStatus,
  group_id: volume.groupId,
  shared_targets: false,
  service_uuid: null,
  consumes_quota: volume.consumesQuota,
  attachments: volume.attachments.filter(({ status }) => status === 'attached').map(attachedView),
})

/**
 * A volume with all attributes: like Cinder, adds the extended attributes when a volume is read, not when it is created or
 * updated.
 */
export const volumeView = (
  volume: Volume,
  viewer: Viewer,
  consistencyGroups: ReadonlySet<string>,
): VolumeView => ({
  ...changedVolumeView(volume, viewer, consistencyGroups),
  ...(volume.imageMetadata === null ? {} : { volume_image_metadata: { ...volume.imageMetadata } }),
  ...(volume.encryptionKeyId === null ? {} : { encryption_key_id: volume.encryptionKeyId }),
  ...(viewer.allows('volume_extension:volume_tenant_attribute', { project_id: volume.projectId })
    ? { 'os-vol-tenant-attr:tenant_id': volume.projectId }
    : {}),
  'os-vol-host-attr:host': volume.host,
  cluster_name: null,
  provider_id: null,
  'os-vol-mig-status-attr:migstat': volume.migrationStatus,
  'os-vol-mig-status-attr:name_id': null,
})

/** A volume in a list without details. */
export const volumeSummary = ({ id, name }: Volume, { request }: Viewer) => ({
  id,
  name,
  links: linksOf(request, `/volumes/${id}`),
})
