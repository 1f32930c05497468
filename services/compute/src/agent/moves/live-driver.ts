import type { MigratesLive } from '../../driver/hypervisor.ts'
import { errors } from '../agent-errors.ts'
import type { MoveDeps } from './move-deps.ts'

/** The hypervisor's support for live migration. Throws `MigrationPreCheckError` when it has none. */
export const liveDriver = ({ hypervisor, host }: Pick<MoveDeps, 'hypervisor' | 'host'>): MigratesLive => {
  const { live } = hypervisor
  if (live === undefined)
    throw errors.MigrationPreCheckError({
      reason: `Live migration is not supported by the hypervisor of host ${host}.`,
    })
  return live
}
