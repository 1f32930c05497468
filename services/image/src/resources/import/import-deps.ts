import type { Context } from '@nimbo/kernel/context'
import { timestamp } from '@nimbo/kernel/clock'
import type { ImageApp } from '../../app/app.ts'
import type { TaskRow } from '../../db/tables.ts'

/** What the flows of imports work with. */
export interface ImportDeps {
  readonly app: ImageApp
  /** The bytes at an address outside. */
  readonly download: (address: string, aborted: AbortSignal) => AsyncIterable<Uint8Array>
}

/** What every import is about. */
export interface ImportTask {
  readonly taskId: string
  readonly imageId: string
  readonly stores: readonly string[]
  /** Whether one store that cannot take the image fails it all. */
  readonly allMustSucceed: boolean
}

const hourMs = 3_600_000

/** Ends the task of an import, once. */
export const endTask = async (
  { app }: ImportDeps,
  ctx: Context,
  { taskId, imageId }: ImportTask,
  failure?: string,
): Promise<void> =>
  app.unit(async ({ tasks, notices }) => {
    const lives = app.config.task.task_time_to_live * hourMs
    const end: TaskRow | undefined = await tasks.end(taskId, {
      status: failure === undefined ? 'success' : 'failure',
      message: failure ?? '',
      result: failure === undefined ? JSON.stringify({ image_id: imageId }) : null,
      expires_at: new Date(app.clock.now() + lives).toISOString(),
      updated_at: timestamp(app.clock),
    })
    if (end) await notices.task(ctx, failure === undefined ? 'success' : 'failure', end)
  })

/** Has the task of an import be at work, once. */
export const beginTask = async ({ app }: ImportDeps, ctx: Context, { taskId }: ImportTask): Promise<void> =>
  app.unit(async ({ tasks, notices }) => {
    const begun = await tasks.begin(taskId, timestamp(app.clock))
    if (!begun) return
    await notices.task(ctx, 'run', begun)
    await notices.task(ctx, 'processing', begun)
  })
