/** Resolves when the work is done, or after so many milliseconds. */
const doneWithin = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const { promise: passed, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([work, passed])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs work for a key, one run at a time: calls during a run cause a single further one after it. A run that takes longer than
 * `longestMs` is no longer waited for.
 */
export const inTurn = (
  work: (key: string) => Promise<unknown>,
  longestMs: number,
): ((key: string) => Promise<void>) => {
  const running = new Set<string>()
  const wantedAgain = new Set<string>()
  return async (key) => {
    if (running.has(key)) {
      wantedAgain.add(key)
      return
    }
    running.add(key)
    try {
      do {
        wantedAgain.delete(key)
        await doneWithin(longestMs, work(key))
      } while (wantedAgain.has(key))
    } finally {
      running.delete(key)
    }
  }
}
