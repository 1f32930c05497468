import type { MoveClaim, Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { ResourceClaim } from '../host/resource-tracker.ts'
import type { MoveDeps } from './move-deps.ts'

/** The books of a host name whoever takes something of it by one id. */
export const claimOf = ({ id, ...amounts }: MoveClaim): ResourceClaim => ({ serverId: id, ...amounts })

/** Strikes out what was noted for a server that does not come. */
export const releaseRoom =
  ({ tracker }: Pick<MoveDeps, 'tracker'>) =>
  async ({ claimId }: MovePartOf<'release-room'>): Promise<Moved> => {
    tracker.release(claimId)
    return {}
  }

/** Notes what a server is to take here. Throws `InsufficientResources`. */
export const claimRoom =
  ({ tracker }: Pick<MoveDeps, 'tracker'>) =>
  async ({ claim }: MovePartOf<'claim-room'>): Promise<Moved> => {
    tracker.claim(claimOf(claim))
    return {}
  }
