import { retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import { type MigrationStatus, migrations } from '../../db/server-migrations/migrations.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** How many guests leave a host at once; 0 sets no limit. */
export interface LimitsDepartures {
  readonly mostDepartures?: number
}

const slowestLookMs = 1_000

/** The second is that of one which comes here anew, since its host refused it after all. */
const waits: readonly MigrationStatus[] = ['queued', 'preparing']

/** Waits until few enough guests are leaving the host: who was asked for first goes first. One that was aborted meanwhile does not. */
export const awaitTurn = step<LiveMigrateServer, FlowDeps & InCell & LimitsDepartures>()({
  name: 'await-turn',
  waitsOut: isOutage,
  run: async (_ctx, { serverId, migrationId, source }, deps, { attempt }) => {
    const { cell } = await serverThatMoves(deps, serverId)
    const records = migrations(cell, deps.clock)
    await records.change(migrationId, { from: ['accepted'], to: { status: 'queued' } })
    const { mostDepartures = 0 } = deps
    const before = mostDepartures === 0 ? 0 : await records.departuresBefore(source.host, migrationId)
    if (mostDepartures > 0 && before >= mostDepartures) {
      const record = await records.find(migrationId)
      if (record === undefined || !waits.includes(record.status))
        throw errors.LiveMigrationAborted({ serverId })
      return retryIn(Math.min(20 * 2 ** Math.min(attempt, 10), slowestLookMs))
    }
    if (!(await records.change(migrationId, { from: waits, to: { status: 'preparing' } })))
      throw errors.LiveMigrationAborted({ serverId })
  },
  nothingToUndo: 'who has had its turn is in nobody’s way when its migration has ended',
})
