import type { Consequences } from './consequences.ts'
import { withoutSecrets } from './without-secrets.ts'

export const rescue: Consequences<'rescue'> = {
  ...withoutSecrets,
  payload: ({ order }) => ({ versioned: { rescue_image_ref: order.image.id } }),
}
