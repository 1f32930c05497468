import type { Values } from '../panel/values.ts'
import { type Item, valueAt } from '../panel/item.ts'
import type { AskedField } from './form-state.ts'

/** Initial values of an update form: the item's current values. */
export const initialOf = (asked: readonly AskedField[], item: Item): Values =>
  Object.fromEntries(
    asked.flatMap(({ field: { name } }) => {
      const value = valueAt(item, name)
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )

/**
 * The changed values; null for those that were removed. Unchanged ones are not sent, because some APIs refuse attributes that
 * cannot be changed even with their old value.
 */
export const changesIn = (values: Values, initial: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value ?? null] as const)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name] ?? null)),
  )
