import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { Walk } from './walk.ts'

/** So long a process waits for one resource before it looks at the whole stack again. */
const inHandMs = 4_000
const firstPauseMs = 40
const longestPauseMs = 2_000

/** Waits until something is so; false where that takes longer than a process keeps the stack in hand. */
export const waitFor = async (walk: Walk, isSo: () => Promise<boolean>): Promise<boolean> => {
  const { clock } = walk.deps
  const began = clock.now()
  for (let ms = firstPauseMs; ; ms = Math.min(ms * 1.6, longestPauseMs)) {
    if (await isSo()) return true
    if (walk.ending.aborted || clock.now() - began > inHandMs || clock.now() > walk.deadlineAt) return false
    await pause(clock, ms, walk.ending)
  }
}

/** Whether somebody was only away for a while, or did not say what became of a request. */
const isOutage = (error: unknown): boolean =>
  error instanceof DeadlineExceeded ||
  (isFault(error) && ['unavailable', 'badGateway', 'tooManyRequests'].includes(error.kind)) ||
  (error instanceof Error && !isFault(error) && 'code' in error)

/** Does something again that failed in passing, as often as the operator allows. */
export const patiently = async <Result>(
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
