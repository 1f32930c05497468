/** Time as an interface, so that tests can control it. */
export interface Clock {
  /** The current instant, in milliseconds since the epoch (UTC). */
  now(): number
  /** Calls `callback` once after `ms`; the returned function cancels it. The timer never keeps the process alive. */
  after(ms: number, callback: () => void): () => void
}

/** The longest delay of a timer, about 24 days; Node fires a timer with a longer one at once. */
const longestDelayMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    let timer: NodeJS.Timeout
    const wait = (left: number): void => {
      timer =
        left > longestDelayMs
          ? setTimeout(wait, longestDelayMs, left - longestDelayMs)
          : setTimeout(callback, left)
      timer.unref()
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}

/** `2026-01-31T12:00:00.123Z`: the stored form of instants, which sorts chronologically as text. */
export const timestamp = (clock: Clock): string => new Date(clock.now()).toISOString()
