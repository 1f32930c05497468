import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { ImageApp } from '../../app/app.ts'
import type { TaskRow } from '../../db/tables.ts'
import { errors } from '../../errors.ts'
import type { Image } from '../image/image.ts'
import { copyFromAddressFlow } from '../location/copy-from-address-flow.ts'
import { isExternal } from '../location/locations-of.ts'
import { newTask } from '../task/new-task.ts'
import { copyImageFlow } from './copy-flow.ts'
import { importImageFlow } from './import-flow.ts'
import type { RemoteImage } from './remote-glances.ts'
import type { ImportRequest } from './import-request.ts'

interface Beginning {
  readonly image: Image
  readonly request: ImportRequest
  readonly type: TaskRow['type']
  /** The `input` that the task shows. */
  readonly input: object
}

const notYours = (id: string) =>
  errors.Conflict({
    reason: `New operation on image '${id}' is not permitted as prior operation is still in progress`,
  })

/** Inserts the task of an import and its flow, and reserves the image for it. */
export const beginImport =
  (app: ImageApp) =>
  async (ctx: Context, { image, request, type, input }: Beginning): Promise<TaskRow> => {
    await app.quota.enforce(ctx, image.owner, 'image_size_total')
    // Looked up now, with the caller's token, which the flow does not have. If this fails, the task fails, not the request.
    const remote = request.remote && (await app.remotes.find(ctx, request.remote))
    const now = timestamp(app.clock)
    const task = newTask(ctx, now, { type, image: image.id, input })
    const begun = await app.inOne(async (inside) => {
      const { tasks, imports, notices } = inside
      if (!(await imports.begin(image, task.id, request.stores, now))) throw notYours(image.id)
      await tasks.insert(task)
      await notices.task(ctx, 'create', task)
      if (type !== 'import' && request.method === 'web-download')
        await notices.image(ctx, 'prepare', { ...image, status: 'importing', updatedAt: now })
      return beginFlow(inside, ctx, image, task, { ...request, found: remote })
    })
    app.wake(begun)
    return task
  }

const beginFlow = (
  { db, clock }: ImageApp,
  ctx: Context,
  image: Image,
  { id: taskId }: TaskRow,
  { method, uri, stores, allMustSucceed, found }: ImportRequest & { readonly found: RemoteImage | undefined },
): Promise<FlowId> => {
  const work = { taskId, imageId: image.id, stores, allMustSucceed }
  const about = { subject: image.id, ctx, clock }
  if (method === 'copy-image' && isExternal(image.location))
    return insertFlow(db, copyFromAddressFlow, {
      ...about,
      input: { ...work, uri: image.location, key: taskId },
    })
  if (method === 'copy-image')
    return insertFlow(db, copyImageFlow, { ...about, input: { ...work, key: image.location } })
  const key = image.staged ?? taskId
  const { diskFormat, containerFormat, properties } = image
  const before = { diskFormat, containerFormat, properties }
  return insertFlow(db, importImageFlow, {
    ...about,
    input: { ...work, uri, key, ...(found && { remote: { image: found, before } }) },
  })
}
