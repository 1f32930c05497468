import type { Clock } from '@nimbo/kernel/clock'

/**
 * Calls `begin` at each multiple of `everyMs` by the clock, never before it: whatever the work takes that begins there, none of these
 * instants is left out. Returns a function that ends this.
 */
export const atEachInterval = (clock: Clock, everyMs: number, begin: () => void): (() => void) => {
  let cancelTimer = (): void => {}
  const waitFor = (instant: number): void => {
    cancelTimer = clock.after(instant - clock.now(), () => {
      // A timer may end a little early by the clock.
      if (clock.now() < instant) return waitFor(instant)
      begin()
      waitForNext()
    })
  }
  const waitForNext = (): void => waitFor((Math.floor(clock.now() / everyMs) + 1) * everyMs)
  waitForNext()
  return () => cancelTimer()
}
