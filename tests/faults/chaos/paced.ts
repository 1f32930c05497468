import { setTimeout as pause } from 'node:timers/promises'

/** Requests under way at a time. */
const clients = 4

/** Lets a few concurrent clients work through the items in order; at most one item is begun in each `paceMs`. */
export const paced = async <Item>(
  items: readonly Item[],
  paceMs: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...items.entries()]
  const began = performance.now()
  const take = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next
      await pause(Math.max(0, began + index * paceMs - performance.now()))
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: clients }, take))
}
