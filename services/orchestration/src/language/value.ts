import { unknownYet } from '../resource-type/read-properties.ts'
import { isList, isMap } from './shapes.ts'

/** Marks an item that a condition removes from its list or map. */
export const leftOut: unique symbol = Symbol('left out')

/** Whether any part of a value is not known yet. */
export const isPending = (value: unknown): boolean => {
  if (value === unknownYet) return true
  if (isList(value)) return value.some(isPending)
  return isMap(value) && Object.values(value).some(isPending)
}

const inOrder = (_: string, value: unknown): unknown =>
  isMap(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** A text that equal values share and others do not, so that many values are compared in linear time. */
export const keyOf = (value: unknown): string => JSON.stringify(value, inOrder) ?? ''

/** The items without those whose key an earlier item has. */
export const distinctBy = (
  items: readonly unknown[],
  key: (item: unknown) => unknown = (item) => item,
): readonly unknown[] => {
  const found = new Map<string, unknown>()
  for (const item of items) {
    const known = keyOf(key(item))
    if (!found.has(known)) found.set(known, item)
  }
  return [...found.values()]
}

/** Converts a value to text: maps and lists to JSON. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Follows the further arguments of `get_param` and `get_attr` into maps and lists; null if there is no such value. */
export const stepInto = (value: unknown, path: readonly unknown[]): unknown => {
  let here = value
  for (const step of path) {
    if (here === unknownYet) return unknownYet
    if (isList(here)) here = here[Number(step)]
    else if (isMap(here)) here = here[String(step)]
    else return null
    if (here === undefined) return null
  }
  return here
}
