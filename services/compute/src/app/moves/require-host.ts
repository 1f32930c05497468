import { hostMappings } from '../../db/cells/host-mappings.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

/** Throws Nova's 400 for an unknown host. */
export const requireHost = async (
  { databases, clock }: Pick<ComputeApiDeps, 'databases' | 'clock'>,
  host: string,
): Promise<void> => {
  if ((await hostMappings(databases.api, clock).cellOf(host)) === undefined)
    throw errors.BadRequest({ reason: `Compute host ${host} could not be found.` })
}
