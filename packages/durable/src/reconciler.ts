import type { Clock } from '@nimbo/kernel/clock'
import { type Log, silentLog } from '@nimbo/kernel/log'

export interface ReconcilerOptions {
  readonly name: string
  readonly everyMs: number
  readonly clock: Clock
  readonly log?: Log
  /** Reads the state and acts on it, idempotently. It has no input, so a lost wake only delays it. */
  readonly run: (stopping: AbortSignal) => Promise<unknown>
}

export interface Reconciler {
  /** Runs at once, then when woken and every `everyMs` after a run has ended. */
  start(): void
  /** Runs now, or once more after the current run, which may have read the state too early. */
  wake(): void
  /** Resolves when the current run has ended; no other follows. */
  stop(): Promise<void>
  /** Resolves when no run is active or pending. */
  idle(): Promise<void>
}

/** Work repeated by a timer and on request, never concurrently with itself; errors are logged and do not stop it. */
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
