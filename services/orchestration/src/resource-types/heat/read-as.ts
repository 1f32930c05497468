import { readScalar } from '../../resource-type/read-scalar.ts'

type Type = 'string' | 'number' | 'comma_delimited_list' | 'json' | 'boolean'

type Read = { readonly value: unknown } | { readonly problem: string }

const readJson = (given: unknown): Read => {
  if (typeof given === 'object' && given !== null) return { value: given }
  try {
    return { value: JSON.parse(String(given)) }
  } catch {
    return { problem: `"${String(given)}" is not valid JSON` }
  }
}

/** Converts a value as a parameter of the type would be; without a type it is unchanged. */
export const readAs = (type: Type | undefined, given: unknown): Read => {
  switch (type) {
    case undefined:
      return { value: given }
    case 'string':
      return typeof given === 'object' ? { value: JSON.stringify(given) } : readScalar('string', given)
    case 'number':
      return readScalar('number', given)
    case 'boolean':
      return readScalar('boolean', given)
    case 'json':
      return readJson(given)
    case 'comma_delimited_list':
      if (Array.isArray(given)) return { value: given }
      return {
        value: String(given)
          .split(',')
          .map((item) => item.trim()),
      }
  }
}
