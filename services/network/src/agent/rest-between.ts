import type { Clock } from '@nimbo/kernel/clock'

export interface RestedWork {
  /** Does the work, or has `again` called when the rest is over. */
  run(): Promise<void>
  /** Lets the next run work at once. */
  endRest(): void
  /** Calls nobody from now on. */
  stop(): void
}

interface Options {
  readonly clock: Clock
  readonly restMs: number
  /** Asks for another run. */
  readonly again: () => void
  /** Tells whether there was anything to do; only then it is rested. */
  readonly work: () => Promise<boolean>
}

/** Work that is done at once, and when it was, not again for `restMs`: what is asked for meanwhile is done together. */
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
