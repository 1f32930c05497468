/** Time as an interface, so that tests can control it. */
export interface Clock {
  /** The current instant, in milliseconds since the epoch (UTC). */
  now(): number
  /** Calls `callback` once after `ms`; the returned function cancels it. The timer never keeps the process alive. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** `2026-01-31T12:00:00.123Z`: the stored form of instants, which sorts chronologically as text. */
export const timestamp = (clock: Clock): string => new Date(clock.now()).toISOString()
