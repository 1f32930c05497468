import type { Clock } from '@nimbo/kernel/clock'

const withinMs = 2_000

/** Waits for the broker's answer to an end, whatever it is, but not long: a line that carries nothing brings none. */
export const goodbye = (clock: Clock, answered: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(withinMs, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    answered.then(end, end)
  })
