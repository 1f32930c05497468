import type { Clock } from './clock.ts'

interface Gathering {
  readonly clock: Clock
  /** How long the first item waits for others. */
  readonly withinMs: number
  /** The maximum batch size. */
  readonly most: number
}

interface Waiting<Item> {
  readonly item: Item
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Batches items: those that arrive shortly after each other, and those that arrive while a batch is running, in order. Each
 * caller receives the result of its batch.
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
