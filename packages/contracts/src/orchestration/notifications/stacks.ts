import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Text = Type.Union([Type.String(), Type.Null()])

/** A stack in notifications. */
const StackPayload = Type.Object(
  {
    tenant_id: Type.String(),
    user_id: Type.String(),
    user_identity: Type.String(),
    username: Type.String(),
    stack_identity: Type.String(),
    stack_name: Type.String(),
    state: Type.String(),
    state_reason: Text,
    create_at: Type.String(),
    updated_at: Text,
    description: Text,
    tags: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)

const stackNotification = (action: string) =>
  notification(`orchestration.stack.${action}`, {
    publisher: 'orchestration',
    phases: ['start', 'end', 'error'],
    payload: StackPayload,
  })

/** Notifications of stacks by action. */
export const stackNotifications = {
  CREATE: stackNotification('create'),
  UPDATE: stackNotification('update'),
  DELETE: stackNotification('delete'),
  SUSPEND: stackNotification('suspend'),
  RESUME: stackNotification('resume'),
  ROLLBACK: stackNotification('rollback'),
  CHECK: stackNotification('check'),
  SNAPSHOT: stackNotification('snapshot'),
  RESTORE: stackNotification('restore'),
  ADOPT: stackNotification('adopt'),
}
