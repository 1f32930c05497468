import type { Context } from '@nimbo/kernel/context'
import { timestamp } from '@nimbo/kernel/clock'
import type { ImageApp } from '../../app/app.ts'
import type { TaskRow } from '../../db/tables.ts'

/** The dependencies of the import flows. */
export interface ImportDeps {
  readonly app: ImageApp
  /** Downloads from an external address. */
  readonly download: (address: string, aborted: AbortSignal) => AsyncIterable<Uint8Array>
}

/** The common input of all import flows. */
export interface ImportTask {
  readonly taskId: string
  readonly imageId: string
  readonly stores: readonly string[]
  /** Whether the import fails if a single store fails. */
  readonly allMustSucceed: boolean
}

const hourMs = 3_600_000

/** Ends the task of an import. Idempotent. */
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

/** Removes the staged data of an import that succeeded, and ends its task. Idempotent. */
export const endStaged = async (
  ctx: Context,
  input: ImportTask & { readonly key: string },
  deps: ImportDeps,
): Promise<void> => {
  await deps.app.stores.staging.remove(input.key)
  await endTask(deps, ctx, input)
}

/** Sets the task of an import to `processing`. Idempotent. */
export const beginTask = async ({ app }: ImportDeps, ctx: Context, { taskId }: ImportTask): Promise<void> =>
  app.unit(async ({ tasks, notices }) => {
    const begun = await tasks.begin(taskId, timestamp(app.clock))
    if (!begun) return
    await notices.task(ctx, 'run', begun)
    await notices.task(ctx, 'processing', begun)
  })
