import type { Context } from '@nimbo/kernel/context'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { FlowDeps, MakesImages } from '../flow-deps.ts'

/** Deletes the image of a server that is no longer shelved. */
export const forgetShelved = async (
  { databases, clock, imageMaker }: Pick<FlowDeps, 'databases' | 'clock'> & MakesImages,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  const specs = requestSpecs(databases.api, clock)
  const shelved = (await specs.find(serverId))?.shelved
  if (shelved === undefined) return
  if (shelved.imageId !== undefined) await imageMaker.remove(ctx, shelved.imageId)
  await specs.setShelved(serverId, undefined)
}
