import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { text } from './words.ts'

export const taskTypes = ['import', 'api_image_import', 'location_import'] as const
export const taskStatuses = ['pending', 'processing', 'success', 'failure'] as const

const Json = nullable(Type.Record(Type.String(), Type.Unknown()))

/** A task in lists. */
const stub = {
  id: Type.String(),
  type: oneOf(taskTypes),
  status: oneOf(taskStatuses),
  owner: nullable(Type.String()),
  image_id: nullable(Type.String()),
  request_id: nullable(Type.String()),
  user_id: nullable(Type.String()),
  expires_at: Type.Optional(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
}
const links = { self: Type.String(), schema: Type.String() }
const whole = { input: Json, result: Json, message: Type.String() }

/** A task in lists, and shown alone. */
export const TaskStub = view({ ...stub, ...links })
export const Task = view({ ...stub, ...whole, ...links })
const ImageTask = view({ ...stub, ...whole, deleted: Type.Boolean(), deleted_at: Type.Null() })
export type TaskStubView = Static<typeof TaskStub>
export type TaskView = Static<typeof Task>
export type ImageTaskView = Static<typeof ImageTask>

const rule = 'tasks_api_access'
const on = ownProject

export const listTasks = operation({
  id: 'tasks.list',
  method: 'GET',
  path: '/v2/tasks',
  summary: 'List tasks',
  rule,
  on,
  query: Type.Object({
    ...{ type: Type.Optional(oneOf(taskTypes)), status: Type.Optional(oneOf(taskStatuses)) },
    ...{ limit: text, marker: text, sort_key: text, sort_dir: Type.Optional(oneOf(['asc', 'desc'])) },
  }),
  replies: {
    200: view({
      tasks: Type.Array(TaskStub),
      first: Type.String(),
      schema: Type.String(),
      next: Type.Optional(Type.String()),
    }),
  },
})

/** The only task type: importing an image from a URL. */
export const createTask = operation({
  id: 'tasks.create',
  method: 'POST',
  path: '/v2/tasks',
  summary: 'Have an image made and imported by a task',
  rule,
  on,
  body: Type.Object({
    type: oneOf(['import']),
    input: Type.Object({
      import_from: Type.String({ minLength: 1 }),
      import_from_format: Type.String({ minLength: 1 }),
      image_properties: Type.Record(Type.String(), Type.Unknown()),
    }),
  }),
  replies: { 201: Task },
})

export const showTask = operation({
  id: 'tasks.show',
  method: 'GET',
  path: '/v2/tasks/{task_id}',
  summary: 'Show a task',
  rule,
  on,
  replies: { 200: Task },
  errors: ['TaskNotFound'],
})

/** Tasks are deleted some time after their end. */
export const deleteTask = operation({
  id: 'tasks.delete',
  method: 'DELETE',
  path: '/v2/tasks/{task_id}',
  summary: 'Is refused: tasks go by themselves',
  rule,
  on,
  replies: { 204: empty },
  errors: ['TaskNotDeletable'],
})

export const listImageTasks = operation({
  id: 'image_tasks.list',
  method: 'GET',
  path: '/v2/images/{image_id}/tasks',
  summary: 'List the tasks of an image',
  rule: 'get_image',
  on: found('image'),
  replies: { 200: view({ tasks: Type.Array(ImageTask) }) },
  errors: ['ImageNotFound'],
})
