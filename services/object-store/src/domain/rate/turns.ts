import type { Clock } from '@nimbo/kernel/clock'
import { LRUCache } from 'lru-cache'

/** Options of `[filter:ratelimit]`. */
export interface Pace {
  readonly max_sleep_time_seconds: number
  /** For how long unused slots may be used later. */
  readonly rate_buffer_seconds: number
  /** The highest rate that can be enforced, per second; higher configured rates are reduced to it. */
  readonly clock_accuracy: number
}

/** Maximum number of keys with remembered slots; one that was evicted proceeds at once. */
const mostKept = 100_000

/** A wait this close to the longest one, in seconds, is refused too, as by Swift. */
const margin = 0.01

/** Assigns time slots to requests, separately for each key. */
export const turns = (clock: Pick<Clock, 'now'>, pace: Pace) => {
  /** When the next free slot of a key begins, in seconds. */
  const free = new LRUCache<string, number>({ max: mostKept })

  /**
   * Takes the next slot of a key at a rate (per second) and returns the seconds until it begins; undefined, without taking it, if
   * that is longer than allowed.
   */
  return (key: string, rate: number): number | undefined => {
    const now = clock.now() / 1000
    const lastFree = free.get(key) ?? Number.NEGATIVE_INFINITY
    const begins = now - lastFree > pace.rate_buffer_seconds ? now : lastFree
    const seconds = Math.max(begins - now, 0)
    if (seconds >= pace.max_sleep_time_seconds - margin) return undefined
    free.set(key, begins + 1 / Math.min(rate, pace.clock_accuracy))
    return seconds
  }
}
