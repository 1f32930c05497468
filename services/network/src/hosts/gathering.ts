import type { Clock } from '@nimbo/kernel/clock'

export interface Gathering {
  /** Adds ids to process soon. */
  add(ids: readonly string[]): void
  /** Processes what is waiting, and resolves when all processing has ended. */
  settle(): Promise<void>
}

interface Options {
  readonly clock: Clock
  /** How long added ids may wait for more, in milliseconds. */
  readonly forMs: number
  readonly work: (ids: readonly string[]) => Promise<unknown>
  /** Called when the work threw; its ids are not tried again. */
  readonly failed: (error: unknown, ids: readonly string[]) => void
}

/** Batches work that is not urgent and costs hardly more for many ids than for one. */
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
