import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { Fault, isFault } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Conductor } from './agent-context.ts'

export interface Patience {
  readonly clock: Clock
  readonly log: Log
  /** Ends all waiting. */
  readonly stopped: AbortSignal
}

/** Longest that a conductor is asked again which cannot serve: a database that is restarted is back by then. */
const patienceMs = 45_000
const firstPauseMs = 100
const longestPauseMs = 2_000

const mayPass = (error: unknown): boolean =>
  error instanceof Fault && error.kind === 'unavailable' && !isFault(error, 'BusClosed')

type Say = (...words: never[]) => Promise<unknown>

/**
 * The conductor, asked again for a while when it cannot serve because its database or the broker is away: an outage there is
 * no failure of a build here, and what came of a build is not lost with one.
 */
export const patientConductor = (conductor: Conductor, { clock, log, stopped }: Patience): Conductor => {
  const patiently =
    (method: string, say: Say): Say =>
    async (...words) => {
      const giveUpAt = clock.now() + patienceMs
      for (let waitMs = firstPauseMs; ; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
        try {
          return await say(...words)
        } catch (error) {
          if (stopped.aborted || !mayPass(error) || clock.now() + waitMs >= giveUpAt) throw error
          log.warn({ method, error }, 'the conductor cannot serve; it is asked again')
        }
        await pause(clock, waitMs, stopped)
      }
    }
  return Object.fromEntries(
    Object.entries(conductor).map(([method, say]) => [
      method,
      Object.assign(patiently(method, say as Say), { ...say }),
    ]),
  ) as unknown as Conductor
}
