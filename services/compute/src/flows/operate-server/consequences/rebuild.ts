import { timestamp } from '@nimbo/kernel/clock'
import { instances } from '../../../db/servers/instances.ts'
import { requestSpecs } from '../../../db/servers/request-specs.ts'
import type { Consequences } from './consequences.ts'

export const rebuild: Consequences<'rebuild'> = {
  payload: ({ record: { server } }) => ({
    versioned: { trusted_image_certificates: server.trustedImageCertificates },
  }),
  prepare: async (_ctx, { order, record }, { databases, clock }) => {
    if (order.image !== undefined)
      await requestSpecs(databases.api, clock).setImage(record.server.id, order.image)
  },
  record: async (trx, { order, record }, { clock }) => {
    await instances(trx, clock).update(record.server.id, {
      sealedSecrets: null,
      launchedAt: timestamp(clock),
      progress: 100,
      ...(order.stopped ? { vmState: 'stopped' } : {}),
    })
  },
  forget: async (trx, { record }, { clock }) => {
    await instances(trx, clock).update(record.server.id, { sealedSecrets: null })
  },
}
