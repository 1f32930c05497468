import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { ExceptionPayload, Text } from './payloads.ts'
import { RequestSpecPayload } from './scheduling.ts'

/** Something failed that has no notification of its own for that. */
export const computeException = notification('compute.exception', {
  publisher: 'nova-api',
  priority: 'error',
  payload: ExceptionPayload,
})

/** A server could not be built anywhere. */
export const buildFailedNotifications = {
  versioned: notification('compute_task.build_instances', {
    publisher: 'nova-conductor',
    phases: ['error'],
    payload: versionedPayload('ComputeTaskPayload', '1.0', {
      instance_uuid: Type.String(),
      request_spec: Type.Union([RequestSpecPayload.schema, Type.Null()]),
      state: Text,
      reason: ExceptionPayload.schema,
    }),
  }),
  unversioned: notification('compute_task.build_instances', {
    publisher: 'compute_task',
    priority: 'error',
    payload: Type.Object(
      {
        request_spec: Type.Record(Type.String(), Type.Unknown()),
        instance_properties: Type.Record(Type.String(), Type.Unknown()),
        instance_id: Type.String(),
        state: Type.String(),
        method: Type.String(),
        reason: Type.String(),
      },
      { additionalProperties: false },
    ),
  }),
}
