import { DeadlineExceeded, pause } from '@nimbo/kernel/deadline'
import { isFault } from '@nimbo/kernel/errors'
import type { EngineDeps } from './deps.ts'
import type { Walk } from './walk.ts'

/** How long a process waits for one resource before it processes the whole stack again. */
const inHandMs = 4_000
const firstPauseMs = 40
const longestPauseMs = 2_000

/** The part of a step's usual duration that passes before its first poll: less than 1, so that the estimate can fall. */
const beforeFirstLook = 0.8
/** The part of a step's usual duration that passes between the first polls. */
const betweenLooks = 0.25

/**
 * Polls until a condition is true; false after `inHandMs`, at the stack's timeout, or when work on the stack must end. `same`
 * names a kind of step, such as `OS::Nova::Server CREATE`, that has begun just now and that other resources take too: the first
 * poll comes when its usual duration has nearly passed, to spare services that are busy with these steps.
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
