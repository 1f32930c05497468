import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { Walk } from './walk.ts'

/** How long a process waits for one resource before it processes the whole stack again. */
const inHandMs = 4_000
const firstPauseMs = 40
const longestPauseMs = 2_000

/** Polls until a condition is true; false after `inHandMs`, at the stack's timeout, or when work on it must end. */
export const waitFor = async (walk: Walk, isSo: () => Promise<boolean>): Promise<boolean> => {
  const { clock } = walk.deps
  const began = clock.now()
  for (let ms = firstPauseMs; ; ms = Math.min(ms * 1.6, longestPauseMs)) {
    if (await isSo()) return true
    if (walk.ending.aborted || clock.now() - began > inHandMs || clock.now() > walk.deadlineAt) return false
    await pause(clock, ms, walk.ending)
  }
}

/** Whether an error is temporary: a service was unavailable, or the outcome of a request is unknown. */
const isOutage = (error: unknown): boolean =>
  error instanceof DeadlineExceeded ||
  (isFault(error) && ['unavailable', 'badGateway', 'tooManyRequests'].includes(error.kind)) ||
  (error instanceof Error && !isFault(error) && 'code' in error)

/** Repeats work after temporary errors, up to `client_retry_limit` times. */
export const withRetries = async <Result>(
  { deps, ending }: Pick<Walk, 'deps' | 'ending'>,
  work: (isRepeat: boolean) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt > 0)
    } catch (error) {
      if (!isOutage(error) || attempt >= deps.config.DEFAULT.client_retry_limit || ending.aborted) throw error
      await pause(deps.clock, 500 * 2 ** attempt, ending)
    }
  }
}
