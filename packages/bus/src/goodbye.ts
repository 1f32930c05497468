import type { Clock } from '@nimbo/kernel/clock'

/** Waits for the broker's answer to an end, whatever it is, but not for ever; gives whether there was one. */
export const goodbye = (clock: Clock, answered: Promise<unknown>, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = clock.after(withinMs, () => resolve(false))
    const end = () => {
      cancel()
      resolve(true)
    }
    answered.then(end, end)
  })
