import type { Clock } from '@nimbo/kernel/clock'

/** A clock that only advances on command, for tests. */
export interface ManualClock extends Clock {
  /** Advances by `ms`, firing due timers in order. */
  advance(ms: number): void
  /** Advances to the next timer; false when there is none. */
  advanceToNext(): boolean
}

export const manualClock = (start = Date.parse('2026-01-01T00:00:00Z')): ManualClock => {
  let now = start
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()

  const next = () => [...timers].sort((a, b) => a.at - b.at)[0]

  const advanceTo = (end: number) => {
    for (let timer = next(); timer !== undefined && timer.at <= end; timer = next()) {
      timers.delete(timer)
      now = Math.max(now, timer.at)
      timer.callback()
    }
    now = Math.max(now, end)
  }

  return {
    now: () => now,
    after: (ms, callback) => {
      const timer = { at: now + Math.max(ms, 0), callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance: (ms) => advanceTo(now + ms),
    advanceToNext: () => {
      const timer = next()
      if (timer !== undefined) advanceTo(timer.at)
      return timer !== undefined
    },
  }
}
