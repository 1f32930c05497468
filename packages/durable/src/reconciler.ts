import type { Clock } from '@nimbo/kernel/clock'
import { type Log, silentLog } from '@nimbo/kernel/log'

export interface ReconcilerOptions {
  readonly name: string
  readonly everyMs: number
  readonly clock: Clock
  readonly log?: Log
  /** Reads the state and acts on it, idempotently; takes no input, so that a lost wake only delays it. */
  readonly run: (stopping: AbortSignal) => Promise<unknown>
}

export interface Reconciler {
  /** Runs at once, and from then on when woken and every `everyMs` after a run has ended. */
  start(): void
  /** Runs now, or once more after the run that is going on: it may have read the state too early. */
  wake(): void
  /** Resolves when the run that is going on has ended; none follows. */
  stop(): Promise<void>
  /** Resolves when no run is going on or due by a wake. */
  idle(): Promise<void>
}

/** Work repeated by a timer and a signal, never overlapping itself; what a run throws is logged, and the next comes all the same. */
export const reconciler = ({ name, everyMs, clock, log = silentLog, run }: ReconcilerOptions): Reconciler => {
  const stopping = new AbortController()
  let started = false
  let woken = false
  let going: Promise<void> | undefined
  let cancelTimer = () => {}

  const runOnce = async () => {
    try {
      await run(stopping.signal)
    } catch (error) {
      log.error({ reconciler: name, error }, 'a reconciler failed; it runs again')
    }
  }

  const runWhileWoken = async () => {
    while (woken && !stopping.signal.aborted) {
      woken = false
      await runOnce()
    }
    going = undefined
    if (!stopping.signal.aborted) cancelTimer = clock.after(everyMs, wake)
  }

  const wake = () => {
    woken = true
    if (!started || stopping.signal.aborted || going) return
    cancelTimer()
    going = runWhileWoken()
  }

  return {
    start: () => {
      started = true
      wake()
    },
    wake,
    stop: async () => {
      stopping.abort()
      cancelTimer()
      await going
    },
    idle: async () => {
      while (going) await going
    },
  }
}
