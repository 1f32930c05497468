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

const told = (action: string) =>
  notification(`orchestration.stack.${action}`, {
    publisher: 'orchestration',
    phases: ['start', 'end', 'error'],
    payload: StackPayload,
  })

/** Notifications of stacks by action. */
export const stackNotifications = {
  CREATE: told('create'),
  UPDATE: told('update'),
  DELETE: told('delete'),
  SUSPEND: told('suspend'),
  RESUME: told('resume'),
  ROLLBACK: told('rollback'),
  CHECK: told('check'),
  SNAPSHOT: told('snapshot'),
  RESTORE: told('restore'),
  ADOPT: told('adopt'),
}
