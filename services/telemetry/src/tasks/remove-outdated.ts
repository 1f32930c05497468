import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'

/** Rows of one table that are kept for a limited time. */
export interface KeptFor {
  /** Their name in the log. */
  readonly name: string
  /** In seconds; 0 or less for ever. */
  readonly timeToLive: number
  /** Removes those before an instant among the oldest `limit` rows; resolves to their number. */
  readonly remove: (before: string, limit: number) => Promise<number>
}

/** How often outdated rows are removed. */
export const outdatedEveryMs = 600_000

/** Rows removed by one statement: other work on the database waits meanwhile. */
const together = 1_000

/** Removes rows whose time to live has passed, in small batches. Any number of processes may do so at the same time. */
export const removeOutdated =
  ({ clock, log }: { readonly clock: Clock; readonly log: Log }, tables: readonly KeptFor[]) =>
  async (stopping: AbortSignal): Promise<void> => {
    for (const { name, timeToLive, remove } of tables) {
      if (timeToLive <= 0) continue
      const before = new Date(clock.now() - timeToLive * 1000).toISOString()
      let removed = 0
      for (let some = 1; some > 0 && !stopping.aborted; removed += some) some = await remove(before, together)
      if (removed > 0) log.info({ removed }, `outdated ${name} are removed`)
    }
  }
