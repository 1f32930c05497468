import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { pause, unlessAborted } from './deadline.ts'

/**
 * Called before each batch of a piece of work: resolves at once, or after a rest, to whether to go on, which is false once the work is
 * to stop; then the rest ends early.
 */
export type Rest = () => Promise<boolean>

/** Begins a piece of work. It rests for `hurriesAfterMs` at the most; from then on others only get their turn now and then. */
export type Pace = (stopping: AbortSignal, hurriesAfterMs?: number) => Rest

/** The pace of work that shares its thread with nothing urgent. */
export const withoutRests: Pace = (stopping) => async () => !stopping.aborted

interface Options {
  readonly clock: Clock
  /** How long all the work goes on before a rest, in milliseconds; a single batch may take longer. */
  readonly workMs?: number
  /** The longest rest, however long the work took. */
  readonly mostRestMs?: number
}

/**
 * The pace of background work in a thread that also serves requests. All work that keeps to it rests at the same time, for as long as
 * any of it worked, and takes turns: however many such pieces of work there are, together they take at most about half of the
 * thread, one batch after the other. None waits for another to finish a batch: one that waits for a reply delays nobody. Its own time of
 * waiting counts as work.
 */
export const backgroundPace = ({ clock, workMs = 20, mostRestMs = 200 }: Options): Pace => {
  let workedMs = 0
  /** Until when all that worked is in it: what several do at the same time counts once. */
  let counted = Number.NEGATIVE_INFINITY
  let resting: Promise<void> | undefined
  let lastTurn: Promise<void> = Promise.resolve()

  const count = (since: number, now: number): void => {
    workedMs += Math.max(now - Math.max(since, counted), 0)
    counted = now
  }

  const restFor = (ms: number): void => {
    workedMs = 0
    const rest = (resting ?? Promise.resolve()).then(() => pause(clock, ms))
    resting = rest
    void rest.then(() => {
      if (resting === rest) resting = undefined
    })
  }

  const nextTurn = (): Promise<void> => {
    const before = lastTurn
    lastTurn = (async () => {
      await before
      // Whoever had the turn before works now, and may have the next rest begin.
      await turnOfLoop()
      while (resting !== undefined) await resting
    })()
    return lastTurn
  }

  return (stopping, hurriesAfterMs = Number.POSITIVE_INFINITY) => {
    const hurriesAt = clock.now() + hurriesAfterMs
    let since: number | undefined
    return async () => {
      const now = clock.now()
      if (since !== undefined) count(since, now)
      if (workedMs >= workMs) restFor(Math.min(workedMs, now >= hurriesAt ? 0 : mostRestMs))
      if (since === undefined || resting !== undefined) await unlessAborted(stopping, nextTurn())
      since = clock.now()
      return !stopping.aborted
    }
  }
}
