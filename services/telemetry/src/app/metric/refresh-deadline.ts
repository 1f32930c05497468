import type { Clock } from '@nimbo/kernel/clock'

/** Returns a function that returns true until `ms` milliseconds from now have passed. */
export const deadlineAfter = (clock: Clock, ms: number): (() => boolean) => {
  const until = clock.now() + ms
  return () => clock.now() <= until
}
