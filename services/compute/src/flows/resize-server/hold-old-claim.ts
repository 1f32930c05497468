import { holdsFlow } from '@nimbo/durable/flow-leases'
import { step } from '@nimbo/durable/step'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import { type ActionPart, beginPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { givenBackBy, keptBy, unguarded } from '../moves/old-claim.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'
import { serverInCell } from '../server-record.ts'

type Deps = FlowDeps & InCell & Pick<HoldsParts, 'placement'>

/**
 * Transfers the server's allocation to its migration, so that the server can claim the new place. `part` is the event
 * in `os-instance-actions` that stands for the whole move.
 */
export const holdOldClaim = (part: ActionPart) =>
  step<Pick<ResizeServer, 'serverId' | 'migrationId'>, Deps>()({
    name: 'hold-old-claim',
    waitsOut: isOutage,
    run: async (ctx, { serverId, migrationId }, deps, { lease }) => {
      const { server, cell } = await serverThatMoves(deps, serverId)
      await beginPart(deps, cell, ctx, serverId, { ...part, host: null })
      await deps.placement.moveClaim(ctx, keptBy(migrationId, server), async () => {
        if (!(await holdsFlow(cell, lease))) throw errors.ServerGone({ serverId })
      })
    },
    undo: async (ctx, { serverId, migrationId }, deps) => {
      const record = await serverInCell(deps, serverId)
      if (record === undefined) return deps.placement.release(ctx, migrationId)
      await deps.placement.moveClaim(ctx, givenBackBy(migrationId, record.server), unguarded)
    },
  })
