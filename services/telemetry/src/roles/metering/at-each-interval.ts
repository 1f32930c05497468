import type { Clock } from '@nimbo/kernel/clock'

/**
 * Calls `begin` at each multiple of `everyMs` of the clock, never earlier. No multiple is skipped, however long the work takes that
 * `begin` starts. Returns a function that stops this.
 */
export const atEachInterval = (clock: Clock, everyMs: number, begin: () => void): (() => void) => {
  let cancelTimer = (): void => {}
  const waitFor = (instant: number): void => {
    cancelTimer = clock.after(instant - clock.now(), () => {
      // A timer may fire a little earlier than the clock reaches the instant.
      if (clock.now() < instant) return waitFor(instant)
      begin()
      waitForNext()
    })
  }
  const waitForNext = (): void => waitFor((Math.floor(clock.now() / everyMs) + 1) * everyMs)
  waitForNext()
  return () => cancelTimer()
}
