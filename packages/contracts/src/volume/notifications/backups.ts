import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { auditedPeriod } from './audited-period.ts'

const Text = Type.Union([Type.String(), Type.Null()])

/** A backup in notifications. */
const BackupPayload = Type.Object(
  {
    tenant_id: Type.String(),
    user_id: Type.String(),
    availability_zone: Text,
    backup_id: Type.String(),
    host: Text,
    display_name: Text,
    created_at: Type.String(),
    status: Type.String(),
    volume_id: Type.String(),
    size: Type.Integer(),
    service_metadata: Text,
    service: Text,
    fail_reason: Text,
    parent_id: Text,
    num_dependent_backups: Type.Integer(),
    snapshot_id: Text,
  },
  { additionalProperties: false },
)

const backupNotification = (verb: string) =>
  notification(`backup.${verb}`, { publisher: 'backup', phases: ['start', 'end'], payload: BackupPayload })

/** Notifications of backups. */
export const backupNotifications = {
  create: backupNotification('create'),
  delete: backupNotification('delete'),
  restore: backupNotification('restore'),
  resetStatus: backupNotification('reset_status'),
}

/** Sent by the usage audit for each backup that was created before the end of the period. */
export const backupExists = notification('backup.exists', {
  publisher: 'backup',
  payload: Type.Object({ ...BackupPayload.properties, ...auditedPeriod }, { additionalProperties: false }),
})
