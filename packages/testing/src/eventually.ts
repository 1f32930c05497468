import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'

export interface Patience {
  /** The timeout (default 60 s). */
  readonly withinMs?: number
  /** The interval between checks (default 50 ms). */
  readonly everyMs?: number
}

/** Repeats `check` until it does not throw, and returns its result; after the timeout throws its last error. */
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
