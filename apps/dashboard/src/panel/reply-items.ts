import { isItem, type Item } from './item.ts'

/** The items of a reply that is nothing but a list. */
export const itemsIn = (reply: unknown): readonly Item[] => (Array.isArray(reply) ? reply.filter(isItem) : [])

/** The items that a reply has under a key. */
export const itemsUnder =
  (key: string) =>
  (reply: unknown): readonly Item[] =>
    isItem(reply) ? itemsIn(reply[key]) : []
