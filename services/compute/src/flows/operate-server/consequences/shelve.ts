import { requestSpecs } from '../../../db/servers/request-specs.ts'
import { beginOffload } from '../../offload-server/begin-offload.ts'
import type { Consequences } from './consequences.ts'

export const shelve: Consequences<'shelve'> = {
  afterwards: async (_ctx, { order: { imageId }, record }, { databases, clock }) =>
    requestSpecs(databases.api, clock).setShelved(record.server.id, imageId === undefined ? {} : { imageId }),
  withdraw: async (ctx, { imageId }, { imageMaker }) => {
    if (imageId !== undefined) await imageMaker.remove(ctx, imageId)
  },
  // A server that is on volumes only is offloaded at once.
  follow: async (ctx, { order, record }, deps) => {
    if (order.imageId === undefined || deps.offloadsAtOnce) await beginOffload(deps, ctx, record)
  },
}
