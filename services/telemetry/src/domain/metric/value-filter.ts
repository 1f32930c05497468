import { binaryOf } from './operations/functions.ts'

/** An invalid predicate. */
export class ValueMistake extends Error {
  override readonly name = 'ValueMistake'
}

const comparisons = ['=', '==', 'eq', '<', 'lt', '>', 'gt', '<=', '≤', 'le', '>=', '≥', 'ge', '!=', '≠', 'ne']

type Test = (value: number) => boolean

const numberOf = (given: unknown): number => {
  if (typeof given === 'number') return given
  throw new ValueMistake(`expected a number, not ${JSON.stringify(given)}`)
}

const testsOf = (given: unknown): readonly Test[] => {
  if (Array.isArray(given) && given.length > 0) return given.map(valueTest)
  throw new ValueMistake('and and or take a list')
}

const other = (name: string, given: unknown): Test => {
  if (comparisons.includes(name)) {
    const right = numberOf(given)
    const compare = binaryOf(name)
    return (value) => compare?.(value, right) === 1
  }
  const apply = binaryOf(name)
  if (!apply || !Array.isArray(given) || given.length !== 2)
    throw new ValueMistake(`there is no operator ${name} here`)
  const right = numberOf(given[0])
  const inner = valueTest(given[1])
  return (value) => inner(apply(value, right))
}

/**
 * Returns a function that checks whether a value satisfies a predicate: `{"and": [{">=": 50}, {"<": 90}]}`, `{"×": [2, {">":
 * 10}]}`. Throws {@link ValueMistake}.
 */
export const valueTest = (given: unknown): Test => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ValueMistake('a predicate is an object with one operator')
  const [entry, second] = Object.entries(given)
  if (entry === undefined || second !== undefined)
    throw new ValueMistake('a predicate is an object with one operator')
  const [name, inner] = entry
  if (name === 'and' || name === '∧') {
    const tests = testsOf(inner)
    return (value) => tests.every((fits) => fits(value))
  }
  if (name === 'or' || name === '∨') {
    const tests = testsOf(inner)
    return (value) => tests.some((fits) => fits(value))
  }
  if (name === 'not') {
    const test = valueTest(inner)
    return (value) => !test(value)
  }
  return other(name, inner)
}
