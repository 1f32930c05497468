import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { auditedPeriod } from './audited-period.ts'

/** A snapshot in notifications. */
const SnapshotPayload = Type.Object(
  {
    tenant_id: Type.String(),
    user_id: Type.String(),
    availability_zone: Type.String(),
    volume_id: Type.String(),
    volume_size: Type.Integer(),
    snapshot_id: Type.String(),
    display_name: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String(),
    status: Type.String(),
    /** Empty unless deleted. */
    deleted: Type.String(),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  { additionalProperties: false },
)

const snapshot = (verb: string) =>
  notification(`snapshot.${verb}`, {
    publisher: 'snapshot',
    phases: ['start', 'end'],
    payload: SnapshotPayload,
  })

/** Notifications of snapshots. */
export const snapshotNotifications = {
  create: snapshot('create'),
  delete: snapshot('delete'),
  update: snapshot('update'),
  revert: snapshot('revert'),
  resetStatus: snapshot('reset_status'),
  manageExisting: snapshot('manage_existing_snapshot'),
}

/** Sent by the usage audit for each snapshot that was created before the end of the period. */
export const snapshotExists = notification('snapshot.exists', {
  publisher: 'snapshot',
  payload: Type.Object({ ...SnapshotPayload.properties, ...auditedPeriod }, { additionalProperties: false }),
})
