import type { Consequences } from './consequences.ts'

export const createImage: Consequences<'create-image'> = {
  payload: ({ order }) => ({ versioned: { snapshot_image_id: order.imageId } }),
  withdraw: (ctx, { imageId }, { imageMaker }) => imageMaker.remove(ctx, imageId),
}
