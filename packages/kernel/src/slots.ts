/** Limits concurrency; further work waits in order. */
export interface Slots {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** 0 means no limit. */
export const slots = (count: number): Slots => {
  let free = count === 0 ? Number.POSITIVE_INFINITY : count
  const waiting: (() => void)[] = []
  const take = (): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
  const give = (): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    run: async (work) => {
      await take()
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}
