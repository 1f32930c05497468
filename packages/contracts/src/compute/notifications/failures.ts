import { notification, versionedPayload } from '@nimbo/notifications/notification'
import { Type } from 'typebox'
import { ExceptionPayload, Text } from './payloads.ts'
import { RequestSpecPayload } from './scheduling.ts'

/** A failure without a notification of its own. */
export const computeException = notification('compute.exception', {
  publisher: 'nova-api',
  priority: 'error',
  payload: ExceptionPayload,
})

const ComputeTaskPayload = versionedPayload('ComputeTaskPayload', '1.0', {
  instance_uuid: Type.String(),
  request_spec: Type.Union([RequestSpecPayload.schema, Type.Null()]),
  state: Text,
  reason: ExceptionPayload.schema,
})

const FailedTask = Type.Object(
  {
    request_spec: Type.Record(Type.String(), Type.Unknown()),
    instance_properties: Type.Record(Type.String(), Type.Unknown()),
    instance_id: Type.String(),
    state: Type.String(),
    method: Type.String(),
    reason: Type.String(),
  },
  { additionalProperties: false },
)

/** A failed task of the conductor. */
const taskFailed = (task: string) => ({
  versioned: notification(`compute_task.${task}`, {
    publisher: 'nova-conductor',
    phases: ['error'],
    payload: ComputeTaskPayload,
  }),
  unversioned: notification(`compute_task.${task}`, {
    publisher: 'compute_task',
    priority: 'error',
    payload: FailedTask,
  }),
})

/** A server could not be built, moved or evacuated. */
export const taskFailedNotifications = {
  build_instances: taskFailed('build_instances'),
  migrate_server: taskFailed('migrate_server'),
  rebuild_server: taskFailed('rebuild_server'),
}
export type FailedTask = keyof typeof taskFailedNotifications
