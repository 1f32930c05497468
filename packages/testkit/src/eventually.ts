import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'

export interface Patience {
  /** Until when the check must have passed (60 s). */
  readonly withinMs?: number
  /** How long to wait between two looks (50 ms). */
  readonly everyMs?: number
}

/** Runs `check` until it no longer throws, and gives what it gave; past the deadline fails with what it last threw. */
export const eventually = async <Value>(
  check: () => Promise<Value> | Value,
  { withinMs = 60_000, everyMs = 50 }: Patience = {},
): Promise<Value> => {
  const deadline = systemClock.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (systemClock.now() > deadline)
        throw new Error(`not within ${withinMs / 1000} s: ${messageOf(error)}`, { cause: error })
    }
    await pause(everyMs)
  }
}
