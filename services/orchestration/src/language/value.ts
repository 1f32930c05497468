import { unknownYet } from '../resource-type/read-properties.ts'
import { isList, isMap } from './shapes.ts'

/** Stands for an item that a condition leaves out of the list or map around it. */
export const leftOut: unique symbol = Symbol('left out')

/** Whether some part of a value is not known yet. */
export const isPending = (value: unknown): boolean => {
  if (value === unknownYet) return true
  if (isList(value)) return value.some(isPending)
  return isMap(value) && Object.values(value).some(isPending)
}

/** A value as text: maps and lists as JSON. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Goes into maps and lists as the last arguments of get_param and get_attr say; null where there is nothing. */
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
