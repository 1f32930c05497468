/** A comparison operator. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'like'

/** A filter of resources or values. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Filter[] }
  | { readonly kind: 'not'; readonly operand: Filter }
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly name: string
      readonly value: unknown
    }
  | { readonly kind: 'in'; readonly name: string; readonly values: readonly unknown[] }

const comparisons: Readonly<Record<string, Comparison>> = {
  ...{ '=': '=', '==': '=', eq: '=', '!=': '!=', '≠': '!=', ne: '!=' },
  ...{ '<': '<', lt: '<', '<=': '<=', '≤': '<=', le: '<=' },
  ...{ '>': '>', gt: '>', '>=': '>=', '≥': '>=', ge: '>=', like: 'like' },
}

export const comparisonOf = (word: string): Comparison | undefined =>
  Object.hasOwn(comparisons, word) ? comparisons[word] : undefined

/** An invalid filter. */
export class FilterMistake extends Error {
  override readonly name = 'FilterMistake'
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const onlyEntry = (value: unknown): readonly [string, unknown] => {
  const [entry, second] = isObject(value) ? Object.entries(value) : []
  if (entry === undefined || second !== undefined)
    throw new FilterMistake(`a filter is an object with one operator, not ${JSON.stringify(value)}`)
  return entry
}

const joinOf = (word: string): 'and' | 'or' | undefined => {
  if (word === 'and' || word === '∧') return 'and'
  return word === 'or' || word === '∨' ? 'or' : undefined
}

/** The maximum depth of nested filters: databases refuse conditions that are much deeper. */
const deepest = 50

/** Reads a filter in JSON: `{"and": [{"=": {"host": "a"}}, …]}`. Throws {@link FilterMistake}. */
export const filterOf = (given: unknown, depth = 0): Filter => {
  if (depth > deepest) throw new FilterMistake('the filter is nested too deeply')
  const [word, inner] = onlyEntry(given)
  const join = joinOf(word)
  if (join !== undefined) {
    if (!Array.isArray(inner) || inner.length === 0) throw new FilterMistake(`${word} takes a list`)
    return { kind: join, operands: inner.map((operand: unknown) => filterOf(operand, depth + 1)) }
  }
  if (word === 'not') return { kind: 'not', operand: filterOf(inner, depth + 1) }
  const [name, value] = onlyEntry(inner)
  if (word === 'in') {
    if (!Array.isArray(value) || value.length === 0) throw new FilterMistake('in takes a list of values')
    return { kind: 'in', name, values: value }
  }
  const operator = comparisonOf(word)
  if (operator === undefined) throw new FilterMistake(`there is no operator ${word}`)
  return { kind: 'compare', operator, name, value }
}
