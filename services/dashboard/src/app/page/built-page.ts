import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { buildPage, type PagePlaces } from './build-page.ts'
import { filesIn, type PageFiles, type PageState } from './page-files.ts'

interface Deps {
  readonly clock: Clock
  readonly log: Log
  /** Folder of a page that was built beforehand. */
  readonly directory?: string | undefined
}

/**
 * How long a request waits for the page, which is enough when it only has to be read; afterwards it gets the "being built" page.
 */
const patienceMs = 1_500
/** How long a failed build is remembered; afterwards the next request tries again. */
const failureKeptMs = 5_000

/** The page, which is built on the first request. */
export const builtPage = (places: PagePlaces, { clock, log, directory }: Deps): PageFiles => {
  let state: Promise<PageState> | undefined
  const begin = async (): Promise<PageState> => {
    const before = clock.now()
    try {
      const files = await filesIn(directory ?? (await buildPage(places, clock)))
      log.info({ ms: clock.now() - before, files: files.size }, 'the page of the dashboard is ready')
      return { kind: 'built', files }
    } catch (error) {
      const reason = messageOf(error)
      log.error({ reason }, 'the page of the dashboard could not be built')
      clock.after(failureKeptMs, () => {
        state = undefined
      })
      return { kind: 'failed', reason }
    }
  }
  return {
    now: async () => {
      state ??= begin()
      const waiting = Promise.withResolvers<PageState>()
      const cancel = clock.after(patienceMs, () => waiting.resolve({ kind: 'building' }))
      const now = await Promise.race([state, waiting.promise])
      cancel()
      return now
    },
  }
}
