import { type Clock, systemClock } from '@nimbo/kernel/clock'

/** The system's clock for a program whose only work may be to wait: its timers keep the process alive. */
export const waitingClock: Clock = {
  now: systemClock.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
