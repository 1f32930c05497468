import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { TaskRow } from '../../db/tables.ts'

interface TaskOrder {
  readonly type: TaskRow['type']
  /** The id of the task's image. */
  readonly image: string
  /** The `input` that the task shows. */
  readonly input: object
}

/** A new pending task of the caller. */
export const newTask = (ctx: Context, now: string, { type, image, input }: TaskOrder): TaskRow => ({
  ...{ id: newId<never>(), type, status: 'pending', image_id: image, input: JSON.stringify(input) },
  ...{ owner: ctx.projectId ?? null, user_id: ctx.userId ?? null, request_id: ctx.requestId },
  ...{ result: null, message: '', expires_at: null, created_at: now, updated_at: now },
})
