import type { OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import { requestSpecs } from '../../../db/servers/request-specs.ts'
import type { MakesImages } from '../../flow-deps.ts'
import { beginOffload } from '../../offload-server/begin-offload.ts'
import { forgetShelved } from '../../offload-server/forget-shelved.ts'
import { isLeaving } from '../../server-record.ts'
import type { Consequences } from './consequences.ts'

const removeImage = async (
  ctx: Context,
  { imageId }: OperationOf<'shelve'>,
  { imageMaker }: MakesImages,
): Promise<void> => {
  if (imageId !== undefined) await imageMaker.remove(ctx, imageId)
}

export const shelve: Consequences<'shelve'> = {
  afterwards: async (ctx, { order: { imageId }, record }, deps) => {
    const { id } = record.server
    const shelved = imageId === undefined ? {} : { imageId }
    await requestSpecs(deps.databases.api, deps.clock).setShelved(id, shelved)
    if (await isLeaving(deps, record)) await forgetShelved(deps, ctx, id)
  },
  withdraw: removeImage,
  // A server whose disks are all volumes needs no image and is offloaded at once.
  follow: async (ctx, { order, record }, deps) => {
    if (order.imageId === undefined || deps.offloadsAtOnce) await beginOffload(deps, ctx, record)
  },
}
