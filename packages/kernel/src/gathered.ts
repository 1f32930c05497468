import type { Clock } from './clock.ts'

interface Gathering {
  readonly clock: Clock
  /** How long the first of several waits for the others. */
  readonly withinMs: number
  /** How many are done at once at the most. */
  readonly most: number
}

interface Waiting<Item> {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Has `work` done for several at once, in the order in which they came: those that come shortly after each other, and those
 * that come while others are being worked on. Each is told how it ended for all that it was done with.
 */
export const gathered = <Item>(
  work: (items: readonly Item[]) => Promise<void>,
  { clock, withinMs, most }: Gathering,
): ((item: Item) => Promise<void>) => {
  const waiting: Waiting<Item>[] = []
  let isBusy = false

  const workOff = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting.splice(0, most)
      try {
        await work(some.map(({ item }) => item))
        for (const { resolve } of some) resolve()
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isBusy) return
      isBusy = true
      clock.after(withinMs, () => void workOff())
    })
}
