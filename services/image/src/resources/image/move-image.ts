import type { Context } from '@nimbo/kernel/context'
import type { Image, ImageStatus } from './image.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'

/** The statuses in which images can be deactivated and reactivated, and the new status. */
const moves = {
  deactivate: { from: ['active', 'deactivated'], to: 'deactivated' },
  reactivate: { from: ['active', 'deactivated'], to: 'active' },
} as const satisfies Record<string, { from: readonly ImageStatus[]; to: ImageStatus }>

export type ImageMove = keyof typeof moves

/** Deactivates or reactivates an image. */
export const moveImage =
  (app: ImageApp) =>
  async (ctx: Context, image: Image, move: ImageMove): Promise<void> => {
    const { from, to } = moves[move]
    if (!from.some((status) => status === image.status))
      throw errors.NotAllowed({ reason: `Not allowed to ${move} image in status '${image.status}'` })
    const moved: Image = { ...image, status: to }
    await app.unit(async ({ images, notices }) => {
      if (await images.update(moved, image)) await notices.image(ctx, 'update', moved)
    })
  }
