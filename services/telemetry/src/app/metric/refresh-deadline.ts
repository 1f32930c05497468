import type { Clock } from '@nimbo/kernel/clock'

/** Tells whether it is still in time. */
export const deadlineAfter = (clock: Clock, ms: number): (() => boolean) => {
  const until = clock.now() + ms
  return () => clock.now() <= until
}
