import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { type ImageApp, viewerOf } from '../../app/app.ts'
import type { TaskRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import type { TaskPage } from './tasks.ts'

const sortKeys = ['created_at', 'updated_at', 'expires_at', 'id', 'status', 'type'] as const

interface Asked {
  readonly type?: TaskRow['type']
  readonly status?: TaskRow['status']
  readonly limit?: string
  readonly marker?: string
  readonly sort_key?: string
  readonly sort_dir?: 'asc' | 'desc'
}

const limitOf = ({ config: { DEFAULT } }: ImageApp, text: string | undefined): number => {
  if (text === undefined) return Math.min(DEFAULT.limit_param_default, DEFAULT.api_limit_max)
  if (/^-\d+$/.test(text)) throw errors.Invalid({ reason: 'limit param must be positive' })
  if (!/^\d{1,9}$/.test(text)) throw errors.Invalid({ reason: 'limit param must be an integer' })
  return Math.min(Number(text), DEFAULT.api_limit_max)
}

/** Finds a task of the caller's project, or any for an administrator; throws otherwise. */
export const needTask = async (app: ImageApp, ctx: Context, id: string): Promise<TaskRow> => {
  const task = await app.tasks.find(id, timestamp(app.clock), viewerOf(app, ctx))
  if (!task) throw errors.TaskNotFound({ id })
  return task
}

/** The last task of the previous page. Throws `Invalid`, not `TaskNotFound`, if it does not exist, since the query is wrong. */
const needMarker = (app: ImageApp, ctx: Context, id: string): Promise<TaskRow> =>
  needTask(app, ctx, id).catch((error: unknown) => {
    if (!isFault(error, 'TaskNotFound')) throw error
    throw errors.Invalid({ reason: `Task with the given id ${id} was not found` })
  })

/** One page of tasks, and whether there may be another. */
export const listTasks =
  (app: ImageApp) =>
  async (ctx: Context, asked: Asked): Promise<{ tasks: readonly TaskRow[]; isFull: boolean }> => {
    const { marker, sort_key = 'created_at', sort_dir: direction = 'desc', type, status } = asked
    const sort = sortKeys.find((key) => key === sort_key)
    if (!sort) throw errors.Invalid({ reason: 'Sort key supplied was not valid.' })
    const limit = limitOf(app, asked.limit)
    const page: TaskPage = {
      ...{
        sort,
        direction,
        limit,
        after: marker === undefined ? undefined : await needMarker(app, ctx, marker),
      },
      ...(type === undefined ? {} : { type }),
      ...(status === undefined ? {} : { status }),
    }
    const tasks = await app.tasks.list(timestamp(app.clock), viewerOf(app, ctx), page)
    return { tasks, isFull: tasks.length === limit && limit > 0 }
  }
