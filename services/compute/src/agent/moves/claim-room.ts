import type { MoveClaim, Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { ResourceClaim } from '../host/resource-tracker.ts'
import type { MoveDeps } from './move-deps.ts'

/** The claim of a server that is moving here. */
export const claimOf = ({ id, ...amounts }: MoveClaim): ResourceClaim => ({ serverId: id, ...amounts })

/** Releases the claim of a server that does not come. */
export const releaseRoom =
  ({ tracker }: Pick<MoveDeps, 'tracker'>) =>
  async ({ claimId }: MovePartOf<'release-room'>): Promise<Moved> => {
    tracker.release(claimId)
    return {}
  }

/** Claims resources for a server that is moving here. Throws `InsufficientResources`. */
export const claimRoom =
  ({ tracker }: Pick<MoveDeps, 'tracker'>) =>
  async ({ claim }: MovePartOf<'claim-room'>): Promise<Moved> => {
    tracker.claim(claimOf(claim))
    return {}
  }
