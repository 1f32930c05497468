import { errors } from '../errors.ts'

/** The values of the names in an expression: `volume.size`, `capabilities.total_capacity_gb`. */
export type Facts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Value = number | boolean | string

const tokens = /\s*(\d+(?:\.\d+)?|[A-Za-z_]\w*(?:\.\w+)*|'[^']*'|"[^"]*"|<=|>=|==|!=|<>|[-+*/^()<>?:,!])/y

const tokensOf = (text: string): readonly string[] => {
  const found: string[] = []
  tokens.lastIndex = 0
  while (tokens.lastIndex < text.trimEnd().length) {
    const match = tokens.exec(text)
    if (!match?.[1]) throw errors.BadExpression({ expression: text })
    found.push(match[1])
  }
  return found
}

const functions: Readonly<Record<string, (...values: readonly number[]) => number>> = {
  abs: (value = 0) => Math.abs(value),
  max: (...values) => Math.max(...values),
  min: (...values) => Math.min(...values),
}

type Operators = Readonly<Record<string, (left: Value, right: Value) => Value>>

/** The operators, from the lowest precedence to the highest. */
const levels: readonly Operators[] = [
  { or: (left, right) => Boolean(left) || Boolean(right) },
  { and: (left, right) => Boolean(left) && Boolean(right) },
  {
    '<': (left, right) => left < right,
    '>': (left, right) => left > right,
    '<=': (left, right) => left <= right,
    '>=': (left, right) => left >= right,
    '==': (left, right) => left === right,
    '!=': (left, right) => left !== right,
    '<>': (left, right) => left !== right,
  },
  { '+': (left, right) => Number(left) + Number(right), '-': (left, right) => Number(left) - Number(right) },
  { '*': (left, right) => Number(left) * Number(right), '/': (left, right) => Number(left) / Number(right) },
  { '^': (left, right) => Number(left) ** Number(right) },
]

/**
 * Evaluates a `filter_function` or `goodness_function`: numbers, strings, names, arithmetic, comparisons, `and`, `or`, `not`, `a
 * ? b : c`, and the functions `abs`, `max` and `min`. Throws for syntax errors and unknown names.
 */
export const evaluate = (expression: string, facts: Facts): Value => {
  const rest = [...tokensOf(expression)]
  const fail = (): never => {
    throw errors.BadExpression({ expression })
  }
  const take = (token: string): boolean => {
    if (rest[0] !== token) return false
    rest.shift()
    return true
  }
  const expect = (token: string): void => {
    if (!take(token)) fail()
  }
  const named = (name: string): Value => {
    const [group = '', key = ''] = name.split('.')
    const value = Object.hasOwn(facts, group) ? facts[group]?.[key] : undefined
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (typeof value !== 'string') return fail()
    return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  }
  const call = (name: string): Value => {
    const run = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!run) return fail()
    const values = [Number(choice())]
    while (take(',')) values.push(Number(choice()))
    expect(')')
    return run(...values)
  }
  const atom = (): Value => {
    const token = rest.shift() ?? fail()
    if (token === '(') {
      const value = choice()
      expect(')')
      return value
    }
    if (token === '-') return -Number(atom())
    if (token === '+') return Number(atom())
    if (token === '!' || token === 'not') return !atom()
    if (/^\d/.test(token)) return Number(token)
    if (/^['"]/.test(token)) return token.slice(1, -1)
    if (!/^[A-Za-z_]/.test(token)) return fail()
    if (take('(')) return call(token)
    if (token === 'True' || token === 'False') return token === 'True'
    return named(token)
  }
  const binary = (level: number): Value => {
    const operators = levels[level]
    if (operators === undefined) return atom()
    let left = binary(level + 1)
    for (;;) {
      const [next = ''] = rest
      const operate = Object.hasOwn(operators, next) ? operators[next] : undefined
      if (!operate) return left
      rest.shift()
      left = operate(left, binary(level + 1))
    }
  }
  const choice = (): Value => {
    const condition = binary(0)
    if (!take('?')) return condition
    const yes = choice()
    expect(':')
    const no = choice()
    return condition ? yes : no
  }
  const value = choice()
  return rest.length > 0 ? fail() : value
}
