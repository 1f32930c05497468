import { linearPattern } from '../../resource-type/linear-pattern.ts'
import { isDeepStrictEqual } from 'node:util'
import { isList, isMap } from '../shapes.ts'
import { distinctBy, keyOf, textOf } from '../value.ts'
import type { Argument } from './argument.ts'

/** A function or method: gets its receiver, further arguments, and all arguments for variadic functions. */
type Method = (of: unknown, args: readonly Argument[], all: readonly Argument[]) => unknown

const items = (of: unknown): readonly unknown[] => {
  if (isList(of)) return of
  if (isMap(of)) return Object.entries(of)
  if (of === null || of === undefined) return []
  throw new Error(`${JSON.stringify(of)} is no collection`)
}

const map = (of: unknown): Readonly<Record<string, unknown>> => {
  if (isMap(of)) return of
  throw new Error(`${JSON.stringify(of)} is no map`)
}

const same: Argument = (...values) => values[0]
const by = (args: readonly Argument[], index = 0): Argument => args[index] ?? same

const order = (one: unknown, other: unknown): number =>
  typeof one === 'string' && typeof other === 'string'
    ? one < other
      ? -1
      : one > other
        ? 1
        : 0
    : Number(one) - Number(other)

const groups = (list: readonly unknown[], key: Argument, value: Argument): readonly unknown[] => {
  const found = new Map<string, [unknown, unknown[]]>()
  for (const item of list) {
    const name = key(item)
    const group = found.get(keyOf(name))
    if (group) group[1].push(value(item))
    else found.set(keyOf(name), [name, [value(item)]])
  }
  return [...found.values()]
}

const flat = (value: unknown): readonly unknown[] => (isList(value) ? value.flatMap(flat) : [value])

const oneOf = (list: readonly unknown[], index: number, args: readonly Argument[]): unknown => {
  const found = list.at(index)
  if (found !== undefined) return found
  if (args[0] !== undefined) return args[0]()
  throw new Error('the collection is empty')
}

const collections: Readonly<Record<string, Method>> = {
  select: (of, args) => items(of).map((item) => by(args)(item)),
  where: (of, args) => items(of).filter((item) => by(args)(item) === true),
  selectMany: (of, args) => items(of).flatMap((item) => items(by(args)(item))),
  any: (of, args) =>
    args.length === 0 ? items(of).length > 0 : items(of).some((item) => by(args)(item) === true),
  all: (of, args) => items(of).every((item) => by(args)(item) === true),
  len: (of) => (typeof of === 'string' ? of.length : items(of).length),
  count: (of) => items(of).length,
  sum: (of, args) =>
    items(of).reduce<number>((total, item) => total + Number(item), Number(args[0]?.() ?? 0)),
  max: (of, _, all) =>
    (isList(of) ? of : all.map((one) => one())).reduce((one, other) =>
      order(one, other) >= 0 ? one : other,
    ),
  min: (of, _, all) =>
    (isList(of) ? of : all.map((one) => one())).reduce((one, other) =>
      order(one, other) <= 0 ? one : other,
    ),
  first: (of, args) => oneOf(items(of), 0, args),
  last: (of, args) => oneOf(items(of), -1, args),
  single: (of) => {
    if (items(of).length !== 1) throw new Error('there is not one item alone')
    return items(of)[0]
  },
  skip: (of, args) => items(of).slice(Number(args[0]?.() ?? 0)),
  limit: (of, args) => items(of).slice(0, Number(args[0]?.() ?? 0)),
  take: (of, args) => items(of).slice(0, Number(args[0]?.() ?? 0)),
  takeWhile: (of, args) => {
    const end = items(of).findIndex((item) => by(args)(item) !== true)
    return end === -1 ? items(of) : items(of).slice(0, end)
  },
  skipWhile: (of, args) => {
    const start = items(of).findIndex((item) => by(args)(item) !== true)
    return start === -1 ? [] : items(of).slice(start)
  },
  distinct: (of, args) => distinctBy(items(of), by(args)),
  orderBy: (of, args) => items(of).toSorted((one, other) => order(by(args)(one), by(args)(other))),
  orderByDescending: (of, args) => items(of).toSorted((one, other) => order(by(args)(other), by(args)(one))),
  reverse: (of) => items(of).toReversed(),
  groupBy: (of, args) => groups(items(of), by(args), by(args, 1)),
  indexOf: (of, args) =>
    typeof of === 'string'
      ? of.indexOf(textOf(args[0]?.()))
      : items(of).findIndex((item) => isDeepStrictEqual(item, args[0]?.())),
  zip: (of, args) => items(of).map((item, index) => [item, ...args.map((arg) => items(arg())[index])]),
  append: (of, args) => [...items(of), ...args.map((arg) => arg())],
  flatten: (of) => flat(items(of)),
  aggregate: (of, args) => {
    const [head, ...rest] = args[1] === undefined ? items(of) : [args[1](), ...items(of)]
    return rest.reduce((one, other) => by(args)(one, other), head)
  },
  toList: (of) => items(of),
  list: (_, __, all) => all.flatMap((arg) => (isList(arg()) ? items(arg()) : [arg()])),
  toSet: (of) => distinctBy(items(of)),
  range: (of, args) =>
    args.length === 0
      ? Array.from({ length: Math.min(Number(of), 200) }, (_, index) => index)
      : Array.from(
          { length: Math.min(Math.max(Number(args[0]?.()) - Number(of), 0), 200) },
          (_, index) => Number(of) + index,
        ),
  contains: (of, args) =>
    typeof of === 'string'
      ? of.includes(textOf(args[0]?.()))
      : items(of).some((item) => isDeepStrictEqual(item, args[0]?.())),
  concat: (_, __, all) =>
    isList(all[0]?.()) ? all.flatMap((arg) => items(arg())) : all.map((arg) => textOf(arg())).join(''),
}

const maps: Readonly<Record<string, Method>> = {
  keys: (of) => Object.keys(map(of)),
  values: (of) => Object.values(map(of)),
  items: (of) => Object.entries(map(of)),
  get: (of, args) => map(of)[textOf(args[0]?.())] ?? args[1]?.() ?? null,
  containsKey: (of, args) => Object.hasOwn(map(of), textOf(args[0]?.())),
  containsValue: (of, args) => Object.values(map(of)).some((value) => isDeepStrictEqual(value, args[0]?.())),
  set: (of, args) =>
    args.length === 1
      ? { ...map(of), ...map(args[0]?.()) }
      : { ...map(of), [textOf(args[0]?.())]: args[1]?.() },
  delete: (of, args) =>
    Object.fromEntries(Object.entries(map(of)).filter(([key]) => !args.some((arg) => arg() === key))),
  toDict: (of, args) =>
    Object.fromEntries(items(of).map((item) => [textOf(by(args)(item)), by(args, 1)(item)])),
  dict: (of, _, all) =>
    Object.fromEntries(
      (all.length === 1 && isList(of) && of.every(isList) ? of : all.map((arg) => arg())).flatMap((pair) =>
        isList(pair) ? [[textOf(pair[0]), pair[1]]] : [],
      ),
    ),
  mergeWith: (of, args) => merge(map(of), map(args[0]?.())),
}

const merge = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, value]) => {
      const old = one[key]
      if (isMap(old) && isMap(value)) return [key, merge(old, value)]
      return [key, isList(old) && isList(value) ? distinctBy([...old, ...value]) : value]
    }),
  ),
})

const texts: Readonly<Record<string, Method>> = {
  toUpper: (of) => textOf(of).toUpperCase(),
  toLower: (of) => textOf(of).toLowerCase(),
  trim: (of) => textOf(of).trim(),
  split: (of, args) => textOf(of).split(args[0] === undefined ? /\s+/ : textOf(args[0]())),
  join: (of, args) =>
    isList(of) ? of.map(textOf).join(textOf(args[0]?.())) : items(args[0]?.()).map(textOf).join(textOf(of)),
  replace: (of, args) => textOf(of).replaceAll(textOf(args[0]?.()), textOf(args[1]?.())),
  substring: (of, args) => {
    const start = Number(args[0]?.())
    return args[1] === undefined
      ? textOf(of).slice(start)
      : textOf(of).slice(start, start + Number(args[1]()))
  },
  startsWith: (of, args) => args.some((arg) => textOf(of).startsWith(textOf(arg()))),
  endsWith: (of, args) => args.some((arg) => textOf(of).endsWith(textOf(arg()))),
  matches: (of, args) => linearPattern(textOf(args[0]?.())).foundIn(textOf(of)),
  str: (of) => textOf(of),
  int: (of) => Math.trunc(Number(of)),
  float: (of) => Number(of),
  bool: (of) => of !== false && of !== null && of !== 0 && of !== '',
  abs: (of) => Math.abs(Number(of)),
  round: (of) => Math.round(Number(of)),
  isString: (of) => typeof of === 'string',
  isNumber: (of) => typeof of === 'number',
  isBoolean: (of) => typeof of === 'boolean',
  isList,
  isDict: isMap,
  isEmpty: (of) => items(of).length === 0,
  coalesce: (_, __, all) =>
    all.map((arg) => arg()).find((value) => value !== null && value !== undefined) ?? null,
  switch: (_, __, all) => {
    for (const arg of all) {
      const pair = arg()
      if (isList(pair) && pair[0] === true) return pair[1]
    }
    return null
  },
}

export const methods: Readonly<Record<string, Method>> = { ...collections, ...maps, ...texts }
