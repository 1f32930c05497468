import { linearPattern } from '../../resource-type/linear-pattern.ts'
import { isDeepStrictEqual } from 'node:util'
import { isList, isMap } from '../shapes.ts'
import type { Argument } from './argument.ts'
import { methods } from './methods.ts'
import { type Expression, parseYaql } from './parse.ts'

/** Limits of every evaluation, as in Heat. */
const mostItems = 200
const mostSteps = 10_000
/** The longest text that an operator or a function may make: texts and lists can double with each step. */
const longestText = 100_000

type Variables = ReadonlyMap<string, unknown>

/** Evaluates a YAQL expression on data: `$.data.where($.port > 80).select($.name)`. */
export const evaluateYaql = (expression: string, data: unknown): unknown => {
  let steps = 0
  const evaluate = (node: Expression, variables: Variables): unknown => {
    steps += 1
    if (steps > mostSteps) throw new Error('the expression takes too much memory')
    switch (node.kind) {
      case 'literal':
        return node.value
      case 'variable':
        return variables.get(node.name === '$1' ? '$' : node.name) ?? null
      case 'list':
        return node.items.map((item) => evaluate(item, variables))
      case 'map':
        return Object.fromEntries(node.pairs.map((pair) => entryOf(evaluate(pair, variables))))
      case 'pair':
        return [evaluate(node.key, variables), evaluate(node.value, variables)]
      case 'member':
        return memberOf(evaluate(node.of, variables), node.name)
      case 'index': {
        const of = evaluate(node.of, variables)
        if (isList(of) && !isSimple(node.by))
          return of.filter((item) => evaluate(node.by, new Map([...variables, ['$', item]])) === true)
        return indexed(of, evaluate(node.by, variables))
      }
      case 'unary':
        return unary(node.sign, evaluate(node.of, variables))
      case 'binary':
        return binary(node, variables)
      case 'call':
        return call(node, variables)
    }
  }
  const argumentsOf = (nodes: readonly Expression[], variables: Variables): readonly Argument[] =>
    nodes.map(
      (node): Argument =>
        (...dollars) =>
          evaluate(
            node,
            dollars.length === 0
              ? variables
              : new Map([
                  ...variables,
                  ['$', dollars[0]],
                  ...dollars.map((value, index): [string, unknown] => [`$${index + 1}`, value]),
                ]),
          ),
    )
  const call = (node: Extract<Expression, { kind: 'call' }>, variables: Variables): unknown => {
    if (node.name === 'let') {
      const [first, ...rest] = node.args.map((arg) => evaluate(arg, variables))
      return isList(first) && rest.length === 0 ? first : [first, ...rest]
    }
    const method = Object.hasOwn(methods, node.name) ? methods[node.name] : undefined
    if (!method) throw new Error(`Unknown function "${node.name}"`)
    const args = argumentsOf(node.args, variables)
    if (node.of === undefined) return bounded(method(args[0]?.(), args.slice(1), args))
    const of = evaluate(node.of, variables)
    return bounded(method(of, args, [() => of, ...args]))
  }
  const binary = (
    { sign, left, right }: Extract<Expression, { kind: 'binary' }>,
    variables: Variables,
  ): unknown => {
    const one = evaluate(left, variables)
    if (sign === 'and') return isTrue(one) ? evaluate(right, variables) : one
    if (sign === 'or') return isTrue(one) ? one : evaluate(right, variables)
    if (sign === '->') return evaluate(right, new Map([...variables, ['$', one]]))
    return bounded(operate(sign, one, evaluate(right, variables)))
  }
  return evaluate(parseYaql(expression), new Map([['$', data]]))
}

const isSimple = ({ kind }: Expression): boolean =>
  kind === 'literal' || kind === 'variable' || kind === 'unary'

const bounded = (value: unknown): unknown => {
  if (isList(value) && value.length > mostItems) throw new Error(`more than ${mostItems} items`)
  if (typeof value === 'string' && value.length > longestText)
    throw new Error(`a text of more than ${longestText} characters`)
  return value
}

const isTrue = (value: unknown): boolean => value !== false && value !== null && value !== 0 && value !== ''

const entryOf = (pair: unknown): readonly [string, unknown] => {
  if (!isList(pair)) throw new Error('a map is made of key => value')
  return [String(pair[0]), pair[1]]
}

const memberOf = (of: unknown, name: string): unknown => {
  if (isMap(of)) return of[name] ?? null
  if (isList(of)) return of.map((item) => memberOf(item, name))
  if (of === null || of === undefined) return null
  throw new Error(`there is no "${name}" in ${JSON.stringify(of)}`)
}

const indexed = (of: unknown, by: unknown): unknown => {
  if (isList(of)) return of.at(Number(by)) ?? null
  if (isMap(of)) return of[String(by)] ?? null
  throw new Error('only lists and maps have items')
}

const unary = (sign: string, value: unknown): unknown => {
  if (sign === 'not') return !isTrue(value)
  return sign === '-' ? -Number(value) : Number(value)
}

const compare = (left: unknown, right: unknown): number => {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  return Number(left) - Number(right)
}

const plus = (left: unknown, right: unknown): unknown => {
  if (isList(left) && isList(right)) return [...left, ...right]
  if (isMap(left) && isMap(right)) return { ...left, ...right }
  return typeof left === 'string' && typeof right === 'string' ? left + right : Number(left) + Number(right)
}

const isIn = (value: unknown, within: unknown): boolean => {
  if (typeof within === 'string') return within.includes(String(value))
  if (isMap(within)) return Object.hasOwn(within, String(value))
  return isList(within) && within.some((item) => isDeepStrictEqual(item, value))
}

const operate = (sign: string, left: unknown, right: unknown): unknown => {
  switch (sign) {
    case '+':
      return plus(left, right)
    case '-':
      return Number(left) - Number(right)
    case '*':
      return typeof left === 'string'
        ? left.repeat(Math.min(Number(right), mostItems))
        : Number(left) * Number(right)
    case '/':
      return Number(left) / Number(right)
    case 'mod':
      return Number(left) % Number(right)
    case '=':
      return isDeepStrictEqual(left, right)
    case '!=':
      return !isDeepStrictEqual(left, right)
    case '<':
      return compare(left, right) < 0
    case '>':
      return compare(left, right) > 0
    case '<=':
      return compare(left, right) <= 0
    case '>=':
      return compare(left, right) >= 0
    case 'in':
      return isIn(left, right)
    case '=~':
      return linearPattern(String(right)).foundIn(String(left))
    case '!~':
      return !linearPattern(String(right)).foundIn(String(left))
    default:
      throw new Error(`there is no sign ${sign}`)
  }
}
