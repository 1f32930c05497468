import type { Clock } from '@nimbo/kernel/clock'
import { LRUCache } from 'lru-cache'

export interface Pace {
  readonly max_sleep_time_seconds: number
  readonly rate_buffer_seconds: number
  readonly clock_accuracy: number
}

/** What is asked for less often than the last of so many has its turn at once all the same. */
const mostKept = 100_000

/** Gives requests their turns, by whatever they have in common. */
export const turns = (
  { now }: Pick<Clock, 'now'>,
  { max_sleep_time_seconds: most, rate_buffer_seconds: buffer, clock_accuracy: accuracy }: Pace,
) => {
  /** When the turn after the last one is, in parts of a second. */
  const following = new LRUCache<string, number>({ max: mostKept })

  /** Seconds until the next turn at so many in a second, which is taken; undefined where that is too long to wait. */
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
