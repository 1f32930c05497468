import type { Clock } from '@nimbo/kernel/clock'

/**
 * Whether this process could hear others. Signs of life travel over brokers and are kept in databases: while one of those
 * is away everybody looks silent, and for a while after it is back. A process that is late with everything is late with
 * others' signs of life too, above all where those others live in the same process: that time counts for nobody's silence.
 */
export interface Hearing {
  /**
   * Who was last heard of before this instant, in the clock's milliseconds, has been silent for longer than `allowedMs`.
   * Negative infinity as long as it was not listened for so long: then nobody is known to be silent.
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

export const hearing = (clock: Clock): Hearing => {
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
