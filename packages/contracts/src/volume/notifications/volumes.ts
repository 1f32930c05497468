import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { auditedPeriod } from './audited-period.ts'

const Text = Type.Union([Type.String(), Type.Null()])
const Texts = Type.Record(Type.String(), Type.String())

const AttachmentPayload = Type.Object(
  {
    id: Type.String(),
    volume_id: Type.String(),
    instance_uuid: Text,
    attached_host: Text,
    mountpoint: Text,
    attach_mode: Type.String(),
    attach_status: Type.String(),
    attach_time: Text,
  },
  { additionalProperties: false },
)

/** A volume in notifications. */
const VolumePayload = Type.Object(
  {
    tenant_id: Type.String(),
    user_id: Type.String(),
    host: Text,
    availability_zone: Type.String(),
    volume_id: Type.String(),
    /** The id of its type. */
    volume_type: Type.String(),
    display_name: Text,
    launched_at: Text,
    created_at: Type.String(),
    status: Type.String(),
    snapshot_id: Text,
    size: Type.Integer(),
    replication_status: Text,
    replication_extended_status: Text,
    replication_driver_data: Text,
    metadata: Texts,
    volume_attachment: Type.Array(AttachmentPayload),
    /** Its image metadata. */
    glance_metadata: Texts,
  },
  { additionalProperties: false },
)

const volume = (verb: string) =>
  notification(`volume.${verb}`, { publisher: 'volume', phases: ['start', 'end'], payload: VolumePayload })

/** Notifications of volumes. */
export const volumeNotifications = {
  create: volume('create'),
  manageExisting: volume('manage_existing'),
  delete: volume('delete'),
  update: volume('update'),
  attach: volume('attach'),
  detach: volume('detach'),
  resize: volume('resize'),
  resetStatus: volume('reset_status'),
  revert: volume('revert'),
  transferCreate: volume('transfer.create'),
  transferAccept: volume('transfer.accept'),
  transferDelete: volume('transfer.delete'),
}

/** A volume was retyped. */
export const volumeRetyped = notification('volume.retype', { publisher: 'volume', payload: VolumePayload })

const notScheduled = (method: string) =>
  notification(`scheduler.${method}`, {
    publisher: 'scheduler',
    priority: 'error',
    payload: Type.Object(
      {
        request_spec: Type.Record(Type.String(), Type.Unknown()),
        volume_properties: Type.Record(Type.String(), Type.Unknown()),
        /** Null for a group. */
        volume_id: Text,
        state: Type.String(),
        method: Type.String(),
        reason: Type.String(),
      },
      { additionalProperties: false },
    ),
  })

/** The scheduler found no back end, by the requested operation. */
export const notScheduledNotifications = {
  create_volume: notScheduled('create_volume'),
  migrate_volume_to_host: notScheduled('migrate_volume_to_host'),
  retype: notScheduled('retype'),
  create_group: notScheduled('create_group'),
}

/** Sent by the usage audit for each volume that was created before the end of the period. */
export const volumeExists = notification('volume.exists', {
  publisher: 'volume',
  payload: Type.Object({ ...VolumePayload.properties, ...auditedPeriod }, { additionalProperties: false }),
})
