import type { Clock } from '@nimbo/kernel/clock'

/** Waits for the broker to confirm a close request; resolves to whether it did within the timeout. */
export const awaitClose = (clock: Clock, answered: Promise<unknown>, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = clock.after(withinMs, () => resolve(false))
    const end = () => {
      cancel()
      resolve(true)
    }
    answered.then(end, end)
  })
