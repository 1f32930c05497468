import type { Values } from '../panel/values.ts'
import { type Item, valueAt } from '../panel/item.ts'
import type { AskedField } from './form-state.ts'

/** What a form begins with that changes an item: what the item is. */
export const initialOf = (asked: readonly AskedField[], item: Item): Values =>
  Object.fromEntries(
    asked.flatMap(({ field: { name } }) => {
      const value = valueAt(item, name)
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )

/** What of it was changed: the rest is left alone, also where the API would refuse to be told it again. */
export const changesIn = (values: Values, initial: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(initial[name]),
    ),
  )
