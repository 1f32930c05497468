import { setTimeout as pause } from 'node:timers/promises'

/** Requests under way at a time. */
const clients = 4

/** Works on each item by a few clients at once, in order, beginning with one each `paceMs` and no faster. */
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
