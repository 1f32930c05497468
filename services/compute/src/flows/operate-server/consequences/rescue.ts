import { instances } from '../../../db/instances.ts'
import type { Consequences } from './consequences.ts'

export const rescue: Consequences<'rescue'> = {
  told: ({ order }) => ({ versioned: { rescue_image_ref: order.image.id } }),
  record: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { sealedSecrets: null }),
  forget: (trx, { record }, { clock }) =>
    instances(trx, clock).update(record.server.id, { sealedSecrets: null }),
}
