import type { Context } from '@nimbo/kernel/context'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { FlowDeps, MakesImages } from '../flow-deps.ts'

/** Deletes the image of a server that is no longer shelved; `spec` is its request spec where the caller has just read it. */
export const forgetShelved = async (
  { databases, clock, imageMaker }: Pick<FlowDeps, 'databases' | 'clock'> & MakesImages,
  ctx: Context,
  serverId: string,
  spec?: RequestSpec,
): Promise<void> => {
  const specs = requestSpecs(databases.api, clock)
  const { shelved } = spec ?? (await specs.find(serverId)) ?? {}
  if (shelved === undefined) return
  if (shelved.imageId !== undefined) await imageMaker.remove(ctx, shelved.imageId)
  await specs.setShelved(serverId, undefined)
}
