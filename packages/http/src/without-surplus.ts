import type { Check, Invalid } from './validate.ts'

/** The maximum of unknown properties to remove; a body with more is refused. */
const mostSurplus = 500

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Validates a body of an old API version, whose unknown properties are removed and ignored. */
export const withoutSurplus =
  (check: Check): Check =>
  (value) => {
    let invalid: Invalid | undefined
    for (let taken = 0; taken <= mostSurplus; taken += 1) {
      invalid = check(value)
      if (invalid?.keyword !== 'additionalProperties') return invalid
      const holder = invalid.parts.reduce(propertyOf, value)
      if (typeof holder !== 'object' || holder === null || !Reflect.deleteProperty(holder, invalid.property))
        return invalid
    }
    return invalid
  }
