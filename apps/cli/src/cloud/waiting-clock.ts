import { type Clock, systemClock } from '@nimbo/kernel/clock'

/** A system clock whose timers keep the process alive, for commands that only wait. */
export const waitingClock: Clock = {
  now: systemClock.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
