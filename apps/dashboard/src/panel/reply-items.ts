import { isItem, type Item } from './item.ts'

/** The items of a reply that is an array. */
export const itemsIn = (reply: unknown): readonly Item[] => (Array.isArray(reply) ? reply.filter(isItem) : [])

/** The items of a reply below a key. */
export const itemsUnder =
  (key: string) =>
  (reply: unknown): readonly Item[] =>
    isItem(reply) ? itemsIn(reply[key]) : []
