import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { EngineDeps } from './deps.ts'
import type { Walk } from './walk.ts'

/** How long a process waits for one resource before it processes the whole stack again. */
const inHandMs = 4_000
const firstPauseMs = 40
const longestPauseMs = 2_000

/** How much of the time that a step took lately passes before its first look: a little less, so that the estimate can fall. */
const beforeFirstLook = 0.8
/** And how much of it between the first looks. */
const betweenLooks = 0.25

/**
 * Polls until a condition is true; false after `inHandMs`, at the stack's timeout, or when work on it must end. Where many
 * resources wait for the `same` and it began just now, the first look comes when the others' usual time has nearly passed:
 * fewer requests to services that are busy with what is waited for.
 */
export const waitFor = async (
  walk: Pick<Walk, 'deadlineAt' | 'ending' | 'usualMs'> & { readonly deps: Pick<EngineDeps, 'clock'> },
  isSo: () => Promise<boolean>,
  same?: string,
): Promise<boolean> => {
  const { clock } = walk.deps
  const began = clock.now()
  const usual = same === undefined ? 0 : Math.min(walk.usualMs.get(same) ?? 0, longestPauseMs)
  if (usual > firstPauseMs) await pause(clock, usual * beforeFirstLook, walk.ending)
  for (let ms = Math.max(firstPauseMs, usual * betweenLooks); ; ms = Math.min(ms * 1.6, longestPauseMs)) {
    if (await isSo()) {
      if (same !== undefined) walk.usualMs.set(same, (usual + clock.now() - began) / (usual === 0 ? 1 : 2))
      return true
    }
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
