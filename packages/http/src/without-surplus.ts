import type { Check, Invalid } from './validate.ts'

/** No body of ours has so many properties that nobody knows; one that does is refused for the next. */
const mostSurplus = 500

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/**
 * Checks a body as clients of old APIs expect it: what its schema does not know is taken out of the value and passed over;
 * anything else that is wrong is wrong.
 */
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
