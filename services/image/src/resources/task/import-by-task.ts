import type { Context } from '@nimbo/kernel/context'
import type { ImageApp } from '../../app/app.ts'
import type { TaskRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import { draftImage } from '../image/draft-image.ts'
import { keepImage } from '../image/keep-image.ts'
import { beginImport } from '../import/begin-import.ts'
import { readImport } from '../import/import-request.ts'

interface TaskInput {
  readonly import_from: string
  readonly import_from_format: string
  readonly image_properties: Readonly<Record<string, unknown>>
}

/** Creates an image and imports it from a URL: inserts the image at once, and a task for its data. */
export const importByTask =
  (app: ImageApp) =>
  async (ctx: Context, input: TaskInput): Promise<TaskRow> => {
    const { container_format = 'bare', ...properties } = input.image_properties
    const draft = draftImage(app, ctx, {
      ...properties,
      container_format,
      disk_format: input.import_from_format,
    })
    if (draft.owner !== (ctx.projectId ?? null) && !app.isAdmin(ctx))
      throw errors.Forbidden({ rule: 'add_image' })
    const method = { name: 'web-download', uri: input.import_from }
    const request = readImport(app, draft, { method }, undefined)
    const image = await keepImage(app)(ctx, draft)
    return beginImport(app)(ctx, { image, request, type: 'import', input })
  }
