import { type Clock, systemClock } from './clock.ts'

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  constructor(what: string, ms: number) {
    super(`${what} took longer than ${ms} ms`)
  }
}

/** Settles as `work` does, or rejects with {@link DeadlineExceeded} after `ms`. The work itself goes on: pass it a signal to end it. */
export const withDeadline = <T>(
  what: string,
  ms: number,
  work: Promise<T>,
  clock: Clock = systemClock,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new DeadlineExceeded(what, ms)))
    work.then(resolve, reject).finally(cancel)
  })

/** Resolves after `ms` of the clock's time, or at once when `signal` fires. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    signal?.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
