import type { Clock } from '@nimbo/kernel/clock'

/**
 * Tells who has stopped sending heartbeats from who could not be heard. Heartbeats travel over brokers and are kept in databases: while
 * one of those is away everybody's are missing, and for a while after it is back. A process whose own timers are late receives others'
 * heartbeats late too, above all where those others live in the same process: that time counts against nobody.
 */
export interface FailureDetector {
  /**
   * Whose last heartbeat came before this instant, in the clock's milliseconds, has missed them for longer than `allowedMs`.
   * Negative infinity until this process has received heartbeats for so long: before that nobody is known to have failed.
   */
  readonly silentBefore: (allowedMs: number) => number
  /** A broker or a database was found away just now, or is there again. */
  readonly interrupted: () => void
  /** Begins to notice when this process is late; the function returned ends that. */
  readonly watchOwnLateness: () => () => void
}

/** How often to look whether timers come when they are due. */
const lookEveryMs = 1_000
/** Timers are never quite on time. */
const unnoticedMs = 50
/** More of it than anybody's silence is measured in. */
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

  /** How late this process is just now: a look that is overdue has not come yet. */
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
