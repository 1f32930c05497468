import type { Json, JsonObject } from './json.ts'
import { setOwn } from './set-own.ts'

/**
 * A deep copy equal to `JSON.parse(JSON.stringify(value))` (undefined properties are dropped, `toJSON` is called), several times
 * as fast.
 */
export const copyJson = <Value extends Json | undefined>(value: Value): Value => copied(value, '') as Value

const copied = (value: unknown, key: string | number): Json | undefined => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'object':
      return value === null ? null : copiedObject(value, key)
    case 'bigint':
      throw new TypeError('JSON has no BigInt')
    default:
      return undefined
  }
}

const copiedList = (list: readonly unknown[]): Json[] => {
  const copy: Json[] = []
  for (let index = 0; index < list.length; index += 1) copy.push(copied(list[index], index) ?? null)
  return copy
}

const copiedObject = (value: object, key: string | number): Json | undefined => {
  if (Array.isArray(value)) return copiedList(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return copied(value.toJSON(String(key)), key)
  // A dictionary stays one: of a plain object with a hundred ids for names, the engine would describe a hundred shapes.
  const copy: { [name: string]: Json } = Object.getPrototypeOf(value) === null ? Object.create(null) : {}
  for (const name of Object.keys(value)) {
    const item = copied((value as JsonObject)[name], name)
    if (item === undefined) continue
    setOwn(copy, name, item)
  }
  return copy
}
