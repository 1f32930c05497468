import { createReadStream } from 'node:fs'
import type { TaskState } from '@nimbo/contracts/compute/states'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { HostActionKind } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../agent/agent-errors.ts'
import type { OperationDeps } from '../agent/operations/operation-deps.ts'

/** The image to fill, and the action that wants it. */
interface Wanted {
  readonly imageId: string
  readonly kind: HostActionKind
}

/** Copies the root disk of a server and uploads the copy as an image that waits for it; one that has its bytes is left alone. */
export const uploadRootDisk =
  ({ hypervisor, image, imageMaker, conductor, host }: OperationDeps) =>
  async (ctx: Context, { id }: HostedServer, { imageId, kind }: Wanted): Promise<void> => {
    const reach = async (taskState: TaskState): Promise<void> => {
      const { goOn } = await conductor.actionProgressed(ctx, { host, serverId: id, kind, taskState })
      if (!goOn) throw errors.ServerGone({ serverId: id })
    }
    const waiting = await image.show(ctx, imageId)
    if (waiting === undefined) throw errors.ImageUnknown({ imageId })
    if (waiting.status === 'active') return
    await reach('image_snapshot')
    try {
      const { path, format } = await hypervisor.copies.copyRootDisk(id, imageId)
      await reach('image_pending_upload')
      const bytes = createReadStream(path)
      try {
        await reach('image_uploading')
        await imageMaker.upload(ctx, imageId, { diskFormat: format, bytes })
      } finally {
        bytes.destroy()
      }
    } finally {
      await hypervisor.copies.removeCopy(id, imageId)
    }
  }
