import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { Fault, isFault } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Conductor } from './agent-context.ts'

export interface Patience {
  readonly clock: Clock
  readonly log: Log
  /** Aborts all waiting. */
  readonly stopped: AbortSignal
}

/** How long to retry while the conductor is unavailable; long enough for a database restart. */
const patienceMs = 45_000
const firstPauseMs = 100
const longestPauseMs = 2_000

const mayPass = (error: unknown): boolean =>
  error instanceof Fault && error.kind === 'unavailable' && !isFault(error, 'BusClosed')

type Say = (...words: never[]) => Promise<unknown>

/**
 * The conductor's RPC client with retries while its database or the broker is away, so that an outage does not fail
 * builds here or lose their results.
 */
export const retryingConductor = (conductor: Conductor, { clock, log, stopped }: Patience): Conductor => {
  const withRetries =
    (method: string, say: Say): Say =>
    async (...words) => {
      const giveUpAt = clock.now() + patienceMs
      for (let waitMs = firstPauseMs; ; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
        try {
          return await say(...words)
        } catch (error) {
          if (stopped.aborted || !mayPass(error) || clock.now() + waitMs >= giveUpAt) throw error
          log.warn({ method, error }, 'the conductor is not available; the call is retried')
        }
        await pause(clock, waitMs, stopped)
      }
    }
  return Object.fromEntries(
    Object.entries(conductor).map(([method, say]) => [
      method,
      Object.assign(withRetries(method, say as Say), { ...say }),
    ]),
  ) as unknown as Conductor
}
