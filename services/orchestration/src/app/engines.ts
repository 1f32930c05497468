import { type Engine, enginesOf } from '../db/engines.ts'
import type { HeatApp } from './app.ts'

/** The interval of engines' heartbeats. */
export const reportSeconds = 60

interface Seen {
  readonly engine: Engine
  readonly isUp: boolean
  readonly reportSeconds: number
}

/** All engines, including those that stopped recently. */
export const listEngines = async ({ db, clock }: HeatApp): Promise<readonly Seen[]> => {
  const engines = await enginesOf(db)
  return engines.map((engine) => ({
    engine,
    isUp: clock.now() - Date.parse(engine.seen_at) < 2 * reportSeconds * 1000,
    reportSeconds,
  }))
}
