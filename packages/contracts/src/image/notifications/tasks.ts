import { notification } from '@nimbo/notifications/notification'
import { Type } from 'typebox'

const Text = Type.Union([Type.String(), Type.Null()])

/** A task in notifications, without its input. */
const TaskPayload = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    status: Type.String(),
    result: Type.Null(),
    owner: Text,
    message: Type.Null(),
    expires_at: Text,
    created_at: Type.String(),
    updated_at: Type.String(),
    deleted: Type.Boolean(),
    deleted_at: Type.Null(),
  },
  { additionalProperties: false },
)

const task = (verb: string) => notification(`task.${verb}`, { publisher: 'image', payload: TaskPayload })

/** The life of a task. */
export const taskNotifications = {
  create: task('create'),
  run: task('run'),
  processing: task('processing'),
  success: task('success'),
  failure: task('failure'),
}
