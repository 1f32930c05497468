import { type Clock, systemClock } from './clock.ts'

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
  constructor(what: string, ms: number) {
    super(`${what} took longer than ${ms} ms`)
  }
}

/**
 * Settles like `work`, or rejects with {@link DeadlineExceeded} after `ms`. The work itself continues: pass it a signal to abort
 * it.
 */
export const withDeadline = <T>(
  what: string,
  ms: number,
  work: Promise<T>,
  clock: Clock = systemClock,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new DeadlineExceeded(what, ms)))
    work.then(
      (result) => {
        cancel()
        resolve(result)
      },
      (error) => {
        cancel()
        reject(error)
      },
    )
  })

/** Resolves after `ms` of the clock's time, or at once when `signal` fires. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal?.addEventListener('abort', end)
  })

/** Settles like `work`, or resolves to undefined once `signal` fires; then the work continues and its result is ignored. */
export const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(undefined)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
