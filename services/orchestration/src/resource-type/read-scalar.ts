import type { PropertyKind } from './property.ts'

type Scalar = Exclude<PropertyKind, 'list' | 'map' | 'any'>

type Read = { readonly value: string | number | boolean } | { readonly problem: string }

const readNumber = (value: unknown, isFit: (number: number) => boolean, what: string): Read => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && isFit(number)
    ? { value: number }
    : { problem: `Value '${String(value)}' is not ${what}` }
}

const readText = (value: unknown): Read => {
  if (typeof value === 'string') return { value }
  if (typeof value === 'number') return { value: String(value) }
  // In Python's spelling, which templates were written for.
  if (typeof value === 'boolean') return { value: value ? 'True' : 'False' }
  return { problem: `Value must be a string; got ${JSON.stringify(value)}` }
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['t', 'true', 'on', 'y', 'yes', '1'].map((word) => [word, true] as const),
  ...['f', 'false', 'off', 'n', 'no', '0'].map((word) => [word, false] as const),
])

const readFlag = (value: unknown): Read => {
  const flag = flags.get(String(value).toLowerCase())
  return flag === undefined ? { problem: `"${String(value)}" is not a valid boolean` } : { value: flag }
}

/** Converts a scalar of a template to the kind of its property. */
export const readScalar = (kind: Scalar, value: unknown): Read => {
  switch (kind) {
    case 'string':
      return readText(value)
    case 'integer':
      return readNumber(value, Number.isSafeInteger, 'an integer')
    case 'number':
      return readNumber(value, Number.isFinite, 'a number')
    case 'boolean':
      return readFlag(value)
  }
}
