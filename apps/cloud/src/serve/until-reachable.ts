import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { Fault, isFault, messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'

export interface Patience {
  /** How often to retry; undefined retries for ever. */
  readonly retries: number | undefined
  readonly intervalMs: number
  readonly clock: Clock
  readonly log: Log
}

/** Whether retrying can help; a wrong password or name stays wrong. */
const mayCome = (error: unknown): boolean =>
  error instanceof Fault && error.kind === 'unavailable' && !isFault(error, 'DatabaseRefused')

/**
 * Calls `open` until what it needs is available, and logs each failed attempt; throws the last error when the retries are used
 * up.
 */
export const untilReachable = async <Result>(
  what: string,
  { retries, intervalMs, clock, log }: Patience,
  open: () => Promise<Result>,
): Promise<Result> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await open()
    } catch (error) {
      if (!mayCome(error)) throw error
      if (retries !== undefined && tried > retries) {
        log.error({ tried, reason: messageOf(error) }, `${what} cannot be reached; giving up`)
        throw error
      }
      const left = retries === undefined ? {} : { left: retries - tried + 1 }
      log.warn(
        { tried, ...left, reason: messageOf(error) },
        `${what} cannot be reached; trying again in ${intervalMs / 1000} s`,
      )
      await pause(clock, intervalMs)
    }
  }
}
