import type { Clock } from '@nimbo/kernel/clock'

/** Returns a function that returns whether the time is not over yet. */
export const deadlineAfter = (clock: Clock, ms: number): (() => boolean) => {
  const until = clock.now() + ms
  return () => clock.now() <= until
}
