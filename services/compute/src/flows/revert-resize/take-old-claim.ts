import { step } from '@nimbo/durable/step'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, InCell, KeepsKeys } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { forgetLeftTpmKey } from '../moves/forget-left-tpm-key.ts'
import { givenBackBy, unguarded } from '../moves/old-claim.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** Transfers the migration's allocation back to the server, replacing its current one, and deletes the key of a TPM it has no more. */
export const takeOldClaim = step<EndResize, FlowDeps & InCell & KeepsKeys & Pick<HoldsParts, 'placement'>>()({
  name: 'take-old-claim',
  waitsOut: isOutage,
  run: async (ctx, { serverId, migrationId, source, destination }, deps) => {
    const { server } = await serverThatMoves(deps, serverId)
    await deps.placement.moveClaim(ctx, givenBackBy(migrationId, server), unguarded)
    await forgetLeftTpmKey(deps, ctx, server, { left: destination.flavor, kept: source.flavor })
  },
  nothingToUndo: 'the allocation is the right one for the server on its source host',
})
