import type { Clock } from '@nimbo/kernel/clock'

export interface RestedWork {
  /** Does the work now, or calls `again` when the pause is over. */
  run(): Promise<void>
  /** Ends the pause, so that the next run works at once. */
  endRest(): void
  /** Never calls `again` from now on. */
  stop(): void
}

interface Options {
  readonly clock: Clock
  readonly restMs: number
  /** Requests another run. */
  readonly again: () => void
  /** Resolves to whether there was anything to do; only then a pause follows. */
  readonly work: () => Promise<boolean>
}

/** Runs work at once but at most every `restMs`, so that requests in between are handled together (throttling). */
export const restBetween = ({ clock, restMs, again, work }: Options): RestedWork => {
  let restsUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = (): void => {}
  return {
    run: async () => {
      cancelTimer()
      const left = restsUntil - clock.now()
      if (left > 0) cancelTimer = clock.after(left, again)
      else if (await work()) restsUntil = clock.now() + restMs
    },
    endRest: () => {
      restsUntil = Number.NEGATIVE_INFINITY
    },
    stop: () => cancelTimer(),
  }
}
