import type { Clock } from '@nimbo/kernel/clock'

export interface Gathering {
  /** These are to be dealt with soon. */
  add(ids: readonly string[]): void
  /** Deals with what is still waiting, and resolves when nothing is being dealt with. */
  settle(): Promise<void>
}

interface Options {
  readonly clock: Clock
  /** How long what is added may wait for more. */
  readonly forMs: number
  readonly work: (ids: readonly string[]) => Promise<unknown>
  /** What to do when the work threw; these ids are not tried again. */
  readonly failed: (error: unknown, ids: readonly string[]) => void
}

/** Work that is not pressing and costs hardly more for many than for one: done for all that came within a while. */
export const gathering = ({ clock, forMs, work, failed }: Options): Gathering => {
  let waiting = new Set<string>()
  let cancelTimer: (() => void) | undefined
  let working = Promise.resolve()

  const begin = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    const ids = [...waiting]
    waiting = new Set()
    if (ids.length === 0) return
    working = working.then(async () => void (await work(ids))).catch((error: unknown) => failed(error, ids))
  }

  return {
    add: (ids) => {
      for (const id of ids) waiting.add(id)
      if (ids.length > 0) cancelTimer ??= clock.after(forMs, begin)
    },
    settle: async () => {
      begin()
      await working
    },
  }
}
