/** A step's request to sleep and be run again. Created by {@link waitForSignal} and {@link retryIn}. */
export class Park {
  readonly ms: number
  readonly until: ParkedUntil
  constructor(ms: number, until: ParkedUntil) {
    this.ms = ms
    this.until = until
  }
}

/**
 * `time`: run again when the time has passed. `signal`: fail with `SignalTimeout` when it passes without a signal.
 * `signal-or-time`: run again either way.
 */
export type ParkedUntil = 'time' | 'signal' | 'signal-or-time'

/**
 * Sleeps until the flow is signalled; then the step is run again with the signal's payload in `control.signal`. A
 * signal sent before the step went to sleep is not lost. Without a signal in time the step fails with `SignalTimeout`,
 * or with `onTimeout: 'run'` it is run again with `control.timedOut` set.
 */
export const waitForSignal = ({
  timeoutMs,
  onTimeout = 'fail',
}: {
  timeoutMs: number
  onTimeout?: 'fail' | 'run'
}): Park => new Park(timeoutMs, onTimeout === 'fail' ? 'signal' : 'signal-or-time')

/** Sleeps for `ms`, then the step runs again; a signal wakes it earlier. `control.attempt` counts the attempts. */
export const retryIn = (ms: number): Park => new Park(ms, 'time')
