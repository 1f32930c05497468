import { createReadStream } from 'node:fs'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { TaskState } from '@nimbo/contracts/compute/states'
import type { HostActionKind } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { errors } from '../agent/agent-errors.ts'
import type { OperationDeps } from '../agent/operations/operation-deps.ts'
import { quietMoment } from '../agent/operations/quiet-moment.ts'
import { reachStep } from './reach-step.ts'

/** The image to fill, and the action that needs it. */
interface Wanted {
  readonly imageId: string
  readonly kind: HostActionKind
  /** The task states to show while the disk is copied, once it is copied, and during the upload. */
  readonly shown?: readonly [TaskState | null, TaskState, TaskState]
}

const asSnapshot: NonNullable<Wanted['shown']> = ['image_snapshot', 'image_pending_upload', 'image_uploading']

/**
 * Copies the root disk of a server, when its turn among the snapshots comes, with its file systems frozen if its image
 * wants that, and uploads the copy into a queued image. Does nothing if the image already has data.
 */
export const uploadRootDisk =
  (deps: OperationDeps) =>
  async (
    ctx: Context,
    server: HostedServer,
    { imageId, kind, shown: [copying, pending, uploading] = asSnapshot }: Wanted,
  ): Promise<void> => {
    const { id } = server
    const { hypervisor, image, imageMaker, snapshotTurns, inSnapshotFormat } = deps
    const reach = reachStep(deps, kind, id)
    const waiting = await image.show(ctx, imageId)
    if (waiting === undefined) throw errors.ImageUnknown({ imageId })
    if (waiting.status === 'active') return
    if (copying !== null) await reach(ctx, copying)
    await snapshotTurns.run(async () => {
      const atQuietMoment = await quietMoment(deps)(server)
      try {
        const copy = await hypervisor.copies.copyRootDisk(id, imageId, atQuietMoment)
        await reach(ctx, pending)
        await inSnapshotFormat(copy, async ({ path, format }) => {
          const bytes = createReadStream(path)
          try {
            await reach(ctx, uploading)
            await imageMaker.upload(ctx, imageId, { diskFormat: format, bytes })
          } finally {
            bytes.destroy()
          }
        })
      } finally {
        await hypervisor.copies.removeCopy(id, imageId)
      }
    })
  }
