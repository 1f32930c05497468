import type { MoveClaim, Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { claimPlace, type PlacesDeps, releasePlace } from '../host/numa-places.ts'
import type { ResourceClaim } from '../host/resource-tracker.ts'

/** The claim of a server that is moving here. */
export const claimOf = ({ id, ...amounts }: MoveClaim): ResourceClaim => ({ serverId: id, ...amounts })

/** Releases the claim of a server that does not move here after all. */
export const releaseRoom =
  (deps: PlacesDeps) =>
  async (ctx: Context, { claimId }: MovePartOf<'release-room'>): Promise<Moved> => {
    await releasePlace(deps)(ctx, claimId)
    return {}
  }

/** Claims resources for a server that is moving here. Throws `InsufficientResources`. */
export const claimRoom =
  (deps: PlacesDeps) =>
  async (ctx: Context, serverId: ServerId, { claim }: MovePartOf<'claim-room'>): Promise<Moved> => {
    await claimPlace(deps)(ctx, serverId, claimOf(claim))
    return {}
  }
