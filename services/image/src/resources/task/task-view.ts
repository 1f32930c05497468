import type { ImageTaskView, TaskStubView, TaskView } from '@nimbo/contracts/image/tasks'
import type { TaskRow } from '../../db/tables.ts'
import { instant } from '../image/image-view.ts'

const stub = (task: TaskRow) => ({
  id: task.id,
  type: task.type,
  status: task.status,
  owner: task.owner,
  image_id: task.image_id,
  request_id: task.request_id,
  user_id: task.user_id,
  ...(task.expires_at === null ? {} : { expires_at: instant(task.expires_at) }),
  created_at: instant(task.created_at),
  updated_at: instant(task.updated_at),
})

const whole = (task: TaskRow) => ({
  ...stub(task),
  input: JSON.parse(task.input) as Record<string, unknown>,
  result: task.result === null ? null : (JSON.parse(task.result) as Record<string, unknown>),
  message: task.message,
})

const links = ({ id }: TaskRow) => ({ self: `/v2/tasks/${id}`, schema: '/v2/schemas/task' })

/** A task in a list. */
export const taskStubView = (task: TaskRow): TaskStubView => ({ ...stub(task), ...links(task) })

/** A single task. */
export const taskView = (task: TaskRow): TaskView => ({ ...whole(task), ...links(task) })

/** A task in the list of its image. */
export const imageTaskView = (task: TaskRow): ImageTaskView => ({
  ...whole(task),
  deleted: false,
  deleted_at: null,
})
