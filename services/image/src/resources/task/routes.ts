import * as operations from '@nimbo/contracts/image/tasks'
import { answer } from '@nimbo/http/answer'
import { timestamp } from '@nimbo/kernel/clock'
import { errors } from '../../errors.ts'

import { handle } from '../handle.ts'
import { pageLink } from '../page-link.ts'
import { importByTask } from './import-by-task.ts'
import { listTasks, needTask } from './list-tasks.ts'
import { imageTaskView, taskStubView, taskView } from './task-view.ts'

const list = handle(operations.listTasks, async ({ app, ctx, query, request }) => {
  const { tasks, isFull } = await listTasks(app)(ctx, query)
  const last = tasks.at(-1)
  return {
    tasks: tasks.map(taskStubView),
    first: pageLink('/v2/tasks', request, undefined),
    schema: '/v2/schemas/tasks',
    ...(last && isFull ? { next: pageLink('/v2/tasks', request, last.id) } : {}),
  }
})

const create = handle(operations.createTask, async ({ app, ctx, base, body }) => {
  const task = await importByTask(app)(ctx, body.input)
  return answer(taskView(task), { headers: { location: `${base}/v2/tasks/${task.id}` } })
})

const show = handle(operations.showTask, async ({ app, ctx, params }) =>
  taskView(await needTask(app, ctx, params.task_id)),
)

const remove = handle(operations.deleteTask, async () => {
  throw errors.TaskNotDeletable({ allow: 'GET' })
})

const mostTasks = 1_000

const ofImage = handle(operations.listImageTasks, async ({ app, found: { image } }) => ({
  tasks: (await app.tasks.ofImage(image.id, timestamp(app.clock), mostTasks)).map(imageTaskView),
}))

export const taskRoutes = [list, create, show, remove, ofImage]
