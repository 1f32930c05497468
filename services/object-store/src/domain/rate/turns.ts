import type { Clock } from '@nimbo/kernel/clock'
import { LRUCache } from 'lru-cache'

export interface Pace {
  readonly max_sleep_time_seconds: number
  readonly rate_buffer_seconds: number
  readonly clock_accuracy: number
}

/** Maximum number of keys with remembered slots; one that was evicted proceeds at once. */
const mostKept = 100_000

/** Assigns time slots to requests, separately for each key. */
export const turns = (
  { now }: Pick<Clock, 'now'>,
  { max_sleep_time_seconds: most, rate_buffer_seconds: buffer, clock_accuracy: accuracy }: Pace,
) => {
  /** The start of the next free slot by key, in seconds. */
  const following = new LRUCache<string, number>({ max: mostKept })

  /**
   * Takes the next slot at the given rate (per second) and returns the seconds until it; undefined, without taking it, if that is
   * longer than allowed.
   */
  return (of: string, rate: number): number | undefined => {
    const instant = Math.round((now() / 1000) * accuracy)
    const each = Math.round(accuracy / rate)
    const known = following.get(of) ?? 0
    const next = known + each
    if (instant - next > buffer * accuracy) {
      following.set(of, instant + each)
      return 0
    }
    const wait = Math.max(next - instant - each, 0)
    if (most * accuracy - wait <= accuracy * 0.01) return undefined
    following.set(of, next)
    return wait / accuracy
  }
}
