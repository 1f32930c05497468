import { liveMigrate } from '@nimbo/contracts/compute/actions/live-migrate'
import type { MoveAction } from '@nimbo/contracts/compute/actions/move-action'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { services } from '../../db/hosts/services.ts'
import { versionWithTpmMoves } from '../../domain/hosts/service-version.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'
import type { PlacedServer } from './move-checks.ts'

/**
 * Throws if a server has a TPM and a host of its cell is of an older version: at a move the state of the TPM would be lost there.
 * So no such server moves until the last host is upgraded.
 */
export const requireHostsMoveTpms =
  ({ databases, clock }: Pick<ComputeApiDeps, 'databases' | 'clock'>) =>
  async ({ server, cellId }: PlacedServer, action: MoveAction): Promise<void> => {
    const { id, flavor } = server
    if (vtpmOf({ ...server, ...flavor }) === undefined) return
    const lowest = await services(await databases.cell(cellId), clock).lowestVersion('nova-compute')
    if (lowest === undefined || lowest >= versionWithTpmMoves) return
    if (action.name === liveMigrate.name)
      throw errors.BadRequest({
        reason:
          'vTPM live migration is not supported by old nova-compute services. Upgrade your nova-compute services.',
      })
    throw errors.OperationNotSupportedForVTPM({ id, operation: action.name })
  }
