import { step } from '@nimbo/durable/step'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { givenBackBy, unguarded } from '../moves/old-claim.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** Transfers the migration's allocation back to the server, replacing its current one. */
export const takeOldClaim = step<EndResize, FlowDeps & InCell & Pick<HoldsParts, 'placement'>>()({
  name: 'take-old-claim',
  waitsOut: isOutage,
  run: async (ctx, { serverId, migrationId }, deps) => {
    const { server } = await serverThatMoves(deps, serverId)
    await deps.placement.moveClaim(ctx, givenBackBy(migrationId, server), unguarded)
  },
  nothingToUndo: 'the allocation is the right one for the server on its source host',
})
