import type { Consequences } from './consequences.ts'

export const createImage: Consequences<'create-image'> = {
  payload: ({ order }) => ({ versioned: { snapshot_image_id: order.imageId } }),
  withdraw: async (ctx, { imageId }, { imageMaker }, end) => {
    if (end === 'failed') await imageMaker.remove(ctx, imageId)
  },
}
