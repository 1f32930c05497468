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
  /** The shortest pause, in milliseconds. */
  readonly restMs: number
  /** The longest, for work that takes long. */
  readonly mostRestMs: number
  /** Requests another run. */
  readonly again: () => void
  /** Resolves to whether there was anything to do; only then a pause follows. */
  readonly work: () => Promise<boolean>
}

/**
 * The length of a pause, as a multiple of the time that the work before it took. So work that grows with the size of a network
 * takes no larger share of the host's time.
 */
const restsPerWork = 50

/** Runs work at once, and then not before a pause is over, so that requests in between are handled together (throttling). */
export const restBetween = ({ clock, restMs, mostRestMs, again, work }: Options): RestedWork => {
  let restsUntil = Number.NEGATIVE_INFINITY
  let cancelTimer = (): void => {}
  return {
    run: async () => {
      cancelTimer()
      const began = clock.now()
      if (restsUntil > began) {
        cancelTimer = clock.after(restsUntil - began, again)
        return
      }
      if (!(await work())) return
      const ended = clock.now()
      restsUntil = ended + Math.min(mostRestMs, Math.max(restMs, (ended - began) * restsPerWork))
    },
    endRest: () => {
      restsUntil = Number.NEGATIVE_INFINITY
    },
    stop: () => cancelTimer(),
  }
}
