import { type Clock, systemClock } from '@nimbo/kernel/clock'

/** The machine's clock, which a test can advance. Timers run at their usual pace. */
export interface ShiftedClock extends Clock {
  advance(ms: number): void
}

export const shiftedClock = (): ShiftedClock => {
  let ahead = 0
  return {
    now: () => systemClock.now() + ahead,
    after: systemClock.after,
    advance: (ms) => {
      ahead += ms
    },
  }
}
