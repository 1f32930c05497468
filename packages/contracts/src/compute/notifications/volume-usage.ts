import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { Text } from './payloads.ts'

const counts = {
  reads: Type.Integer(),
  read_bytes: Type.Integer(),
  writes: Type.Integer(),
  write_bytes: Type.Integer(),
}

/** What servers did with a volume so far (`volume_usage_poll_interval`). */
export const volumeUsageNotifications = {
  versioned: notification('volume.usage', {
    publisher: 'nova-compute',
    payload: versionedPayload('VolumeUsagePayload', '1.0', {
      volume_id: Type.String(),
      project_id: Text,
      user_id: Text,
      instance_uuid: Text,
      availability_zone: Text,
      last_refreshed: Text,
      ...counts,
    }),
  }),
  unversioned: notification('volume.usage', {
    publisher: 'volume',
    payload: Type.Object(
      {
        volume_id: Type.String(),
        tenant_id: Type.String(),
        user_id: Type.String(),
        instance_id: Type.String(),
        availability_zone: Text,
        last_refreshed: Type.String(),
        ...counts,
      },
      { additionalProperties: false },
    ),
  }),
}
