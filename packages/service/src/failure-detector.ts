import type { Clock } from '@nimbo/kernel/clock'

/**
 * Distinguishes processes that stopped sending heartbeats from those whose heartbeats could not arrive. Heartbeats pass through
 * brokers and databases: while one of those is away, and shortly after, all are missing. A process whose own timers are late also
 * receives heartbeats late, above all if their senders are in the same process. Such times are not counted.
 */
export interface FailureDetector {
  /**
   * A process whose last heartbeat is before this instant (in the clock's milliseconds) has missed heartbeats for longer than
   * `allowedMs`. Negative infinity until this process has been able to receive heartbeats for that long.
   */
  readonly silentBefore: (allowedMs: number) => number
  /** Called when a broker or database is found to be away, or back. */
  readonly interrupted: () => void
  /** Starts to measure this process's lateness; the returned function stops it. */
  readonly watchOwnLateness: () => () => void
}

/** How often to check whether timers fire on time. */
const lookEveryMs = 1_000
/** Timers always have a small delay. */
const unnoticedMs = 50
/** Longer than any timeout considers. */
const mostKept = 1_000

interface Lateness {
  readonly endedAt: number
  readonly ms: number
}

export const failureDetector = (clock: Clock): FailureDetector => {
  let since = clock.now()
  let lookDueAt: number | undefined
  /** Newest first. */
  let late: readonly Lateness[] = []

  /** The current lateness: an overdue check that has not run yet counts. */
  const ownLateness = (): readonly Lateness[] => {
    const now = clock.now()
    const ms = lookDueAt === undefined ? 0 : now - lookDueAt
    return ms > unnoticedMs ? [{ endedAt: now, ms }] : []
  }

  return {
    silentBefore: (allowedMs) => {
      let instant = clock.now() - allowedMs
      for (const { endedAt, ms } of [...ownLateness(), ...late]) {
        if (endedAt < instant) break
        instant -= ms
      }
      return instant > since ? instant : Number.NEGATIVE_INFINITY
    },
    interrupted: () => {
      since = clock.now()
    },
    watchOwnLateness: () => {
      let cancel = () => {}
      const look = (): void => {
        late = [...ownLateness(), ...late].slice(0, mostKept)
        lookDueAt = clock.now() + lookEveryMs
        cancel = clock.after(lookEveryMs, look)
      }
      look()
      return () => {
        lookDueAt = undefined
        cancel()
      }
    },
  }
}
