import type { Config } from '@nimbo/config/option-group'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Kysely } from 'kysely'
import { forgetEndedFlows } from './flow-history.ts'
import type { flowOptions } from './flow-options.ts'
import type { FlowTables } from './flow-tables.ts'
import { type Reconciler, reconciler } from './reconciler.ts'

export interface ForgettingDeps<Tables> {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly log: Log
  readonly config: {
    readonly flows: Pick<Config<typeof flowOptions>['flows'], 'keep_ended' | 'forget_interval'>
  }
}

/** A small batch, so that other writers do not wait long. */
const atOnce = 500

/**
 * Periodically deletes flows that ended longer ago than `keep_ended`; 0 keeps them forever. Any number of processes may do so
 * concurrently.
 */
export const forgettingEndedFlows = <Tables extends FlowTables>({
  db,
  clock,
  log,
  config: { flows },
}: ForgettingDeps<Tables>): Reconciler =>
  reconciler({
    name: 'forget ended flows',
    everyMs: flows.forget_interval * 1000,
    clock,
    log,
    run: async (stopping) => {
      if (flows.keep_ended === 0) return
      const before = new Date(clock.now() - flows.keep_ended * 1000).toISOString()
      while (!stopping.aborted) if ((await forgetEndedFlows(db, { before, limit: atOnce })) < atOnce) return
    },
  })
