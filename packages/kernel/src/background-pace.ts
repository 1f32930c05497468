import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { pause, unlessAborted } from './deadline.ts'

/**
 * Called before each batch of a piece of work. Resolves, at once or after a rest, to whether the work is to go on. It is false
 * once `stopping` has fired, which also ends the rest early.
 */
export type Rest = () => Promise<boolean>

/** Begins a piece of work. After `hurriesAfterMs` its rests only last long enough to give others a turn. */
export type Pace = (stopping: AbortSignal, hurriesAfterMs?: number) => Rest

/** The pace of work in a thread that does nothing urgent. */
export const withoutRests: Pace = (stopping) => async () => !stopping.aborted

interface Options {
  readonly clock: Clock
  /** How long all pieces of work together go on before a rest, in milliseconds; a single batch may take longer. */
  readonly workMs?: number
  /** The longest rest in milliseconds, however long the work took. */
  readonly mostRestMs?: number
}

/**
 * The pace of background work in a thread that also serves requests. All pieces of work at this pace rest at the same time, for
 * as long as they have worked, and start their batches in turn: however many there are, together they take at most about half of
 * the thread. A batch that waits for a reply does not delay the batches of others; its waiting counts as work.
 */
export const backgroundPace = ({ clock, workMs = 20, mostRestMs = 200 }: Options): Pace => {
  let workedMs = 0
  /** The instant up to which `workedMs` includes all work: what several pieces do at the same time counts once. */
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
      // Lets the piece of work with the previous turn start its batch, after which the next rest may begin.
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
