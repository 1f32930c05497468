/** Runs work for a key, one run at a time: calls during a run cause a single further one after it. */
export const inTurn = (work: (key: string) => Promise<unknown>): ((key: string) => Promise<void>) => {
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
        await work(key)
      } while (wantedAgain.has(key))
    } finally {
      running.delete(key)
    }
  }
}
