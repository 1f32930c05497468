import { reducerOf } from '../aggregation-methods.ts'
import { type Node, OperationMistake } from './node.ts'
import { binaryOf, type Binary, type Unary, unaryOf } from './functions.ts'

/** A metric by its id, or by its name in the resources found, and one of its aggregations. */
export interface Reference {
  readonly name: string
  readonly aggregation: string
}

/** A computation on measures. */
export type Operation =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'metric'; readonly references: readonly Reference[] }
  | { readonly kind: 'aggregate'; readonly method: string; readonly of: Operation }
  | { readonly kind: 'rolling'; readonly method: string; readonly window: number; readonly of: Operation }
  | { readonly kind: 'resample'; readonly method: string; readonly seconds: number; readonly of: Operation }
  | { readonly kind: 'binary'; readonly apply: Binary; readonly left: Operation; readonly right: Operation }
  | { readonly kind: 'clip'; readonly of: Operation; readonly low: number; readonly high: number }
  | { readonly kind: 'unary'; readonly apply: Unary; readonly of: Operation }
  | { readonly kind: 'rate'; readonly perSecond: boolean; readonly of: Operation }

const across = ['mean', 'median', 'std', 'min', 'max', 'sum', 'var', 'count']

const wordOf = (node: Node | undefined, wanted: string, after: string): string => {
  if (node?.kind === 'word') return node.word
  throw new OperationMistake(`expected ${wanted}`, node?.at ?? `after what begins ${after}`)
}

const numberOf = (node: Node | undefined, after: string): number => {
  if (node?.kind === 'number') return node.number
  throw new OperationMistake('expected a number', node?.at ?? `after what begins ${after}`)
}

const methodOf = (node: Node | undefined, allowed: (name: string) => boolean, after: string): string => {
  const name = wordOf(node, 'a method of aggregation', after)
  if (!allowed(name)) throw new OperationMistake(`there is no method ${name} here`, node?.at ?? after)
  return name
}

const isAcross = (name: string): boolean => across.includes(name.replace(/^rate:/, ''))

const referencesOf = (items: readonly Node[], at: string): readonly Reference[] => {
  if (items.length === 0) throw new OperationMistake('expected a metric', `after what begins ${at}`)
  const [first] = items
  if (first?.kind !== 'list') {
    const name = wordOf(first, 'a metric', at)
    const aggregation = wordOf(items[1], 'an aggregation', at)
    if (items[2]) throw new OperationMistake('expected the end of a metric', items[2].at)
    return [{ name, aggregation }]
  }
  return items.flatMap((item) => {
    if (item.kind !== 'list') throw new OperationMistake('expected a metric and its aggregation', item.at)
    return referencesOf(item.items, item.at)
  })
}

const only = (items: readonly Node[], count: number): void => {
  const more = items[count]
  if (more) throw new OperationMistake('expected the end of an operation', more.at)
}

/** The operation of an expression. Throws {@link OperationMistake}. */
export const operationOf = (node: Node): Operation => {
  if (node.kind === 'number') return { kind: 'number', number: node.number }
  if (node.kind === 'word') throw new OperationMistake(`expected an operation, not ${node.word},`, node.at)
  const { items, at } = node
  const name = wordOf(items[0], 'the name of an operation', at)
  const [, first, second, third] = items
  const inner = (given: Node | undefined): Operation => {
    if (given === undefined) throw new OperationMistake('expected an operation', `after what begins ${at}`)
    return operationOf(given)
  }
  switch (name) {
    case 'metric':
      return { kind: 'metric', references: referencesOf(items.slice(1), at) }
    case 'aggregate':
      only(items, 3)
      return { kind: 'aggregate', method: methodOf(first, isAcross, at), of: inner(second) }
    case 'rolling': {
      only(items, 4)
      const method = methodOf(first, (word) => across.includes(word), at)
      const window = numberOf(second, at)
      if (!Number.isInteger(window) || window < 1)
        throw new OperationMistake('a window has at least one point', second?.at ?? at)
      return { kind: 'rolling', method, window, of: inner(third) }
    }
    case 'resample': {
      only(items, 4)
      const method = methodOf(first, (word) => word !== 'var' && reducerOf(word) !== undefined, at)
      const seconds = numberOf(second, at)
      if (!(seconds > 0)) throw new OperationMistake('a granularity is more than nothing', second?.at ?? at)
      return { kind: 'resample', method, seconds, of: inner(third) }
    }
    case 'clip':
      only(items, 4)
      return { kind: 'clip', of: inner(first), low: numberOf(second, at), high: numberOf(third, at) }
    case 'rateofchange':
    case 'rateofchangesec':
      only(items, 2)
      return { kind: 'rate', perSecond: name === 'rateofchangesec', of: inner(first) }
    default:
      return byName(name, items, inner)
  }
}

const byName = (
  name: string,
  items: readonly Node[],
  inner: (node: Node | undefined) => Operation,
): Operation => {
  const binary = binaryOf(name)
  if (binary) {
    only(items, 3)
    return { kind: 'binary', apply: binary, left: inner(items[1]), right: inner(items[2]) }
  }
  const unary = unaryOf(name)
  if (unary) {
    only(items, 2)
    return { kind: 'unary', apply: unary, of: inner(items[1]) }
  }
  throw new OperationMistake(`there is no operation ${name}`, items[0]?.at ?? '')
}

/** The metrics that an operation refers to. */
export const referencesIn = (operation: Operation): readonly Reference[] => {
  switch (operation.kind) {
    case 'number':
      return []
    case 'metric':
      return operation.references
    case 'binary':
      return [...referencesIn(operation.left), ...referencesIn(operation.right)]
    default:
      return referencesIn(operation.of)
  }
}
