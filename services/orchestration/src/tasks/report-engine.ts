import { hostname } from 'node:os'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { reportSeconds } from '../app/engines.ts'
import type { Db } from '../db/db.ts'
import { forgetEngines, reportEngine } from '../db/engines.ts'

const dayMs = 86_400_000

/** Writes this engine's heartbeat periodically, and removes engines without one for a day. */
export const reportingEngine = ({
  db,
  clock,
  log,
  ...engine
}: {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly id: string
  readonly host: string
}): Reconciler => {
  const started_at = timestamp(clock)
  return reconciler({
    name: 'report-engine',
    everyMs: reportSeconds * 1000,
    clock,
    log,
    run: async () => {
      await reportEngine(db, { ...engine, hostname: hostname(), started_at, seen_at: timestamp(clock) })
      await forgetEngines(db, new Date(clock.now() - dayMs).toISOString())
    },
  })
}
