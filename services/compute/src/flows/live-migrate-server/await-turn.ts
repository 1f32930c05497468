import { retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import { takeTurn } from '../../db/server-migrations/take-turn.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** How many live migrations may leave a host at once; 0 means no limit. */
export interface LimitsDepartures {
  readonly mostDepartures?: number
}

const slowestLookMs = 1_000

/**
 * Waits until few enough guests are leaving the host, first come first served. Fails if the migration was aborted
 * meanwhile.
 */
export const awaitTurn = step<LiveMigrateServer, FlowDeps & InCell & LimitsDepartures>()({
  name: 'await-turn',
  waitsOut: isOutage,
  run: async (_ctx, { serverId, migrationId, source }, deps, { attempt }) => {
    const { cell } = await serverThatMoves(deps, serverId)
    const { mostDepartures = 0 } = deps
    const turn = await takeTurn(cell, deps.clock, { migrationId, host: source.host, most: mostDepartures })
    if (turn === 'aborted') throw errors.LiveMigrationAborted({ serverId })
    if (turn === 'not yet') return retryIn(Math.min(20 * 2 ** Math.min(attempt, 10), slowestLookMs))
  },
  nothingToUndo: 'the end of the migration lets the next one leave the host',
})
