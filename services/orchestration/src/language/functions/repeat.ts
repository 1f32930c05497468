import { isList, isMap } from '../shapes.ts'
import { unknownYet } from '../../resource-type/read-properties.ts'
import { isPending, textOf } from '../value.ts'
import type { TemplateFunction } from '../function-call.ts'
import { hasForm } from '../versions.ts'
import { mapArgument } from './arguments.ts'

/** Substitutes the variables in keys and values of the body; a text that is only a variable becomes the value itself. */
const filled = (body: unknown, values: ReadonlyMap<string, unknown>): unknown => {
  if (typeof body === 'string') {
    if (values.has(body)) return values.get(body)
    let text = body
    for (const [name, value] of values) text = text.replaceAll(name, textOf(value))
    return text
  }
  if (isList(body)) return body.map((item) => filled(item, values))
  if (isMap(body))
    return Object.fromEntries(
      Object.entries(body).map(([key, item]) => [textOf(filled(key, values)), filled(item, values)]),
    )
  return body
}

/** The most items of all repeats of a value, since an item of one may contain another. */
const most = 10_000

const product = (
  names: readonly string[],
  lists: readonly (readonly unknown[])[],
): ReadonlyMap<string, unknown>[] =>
  names.reduce<Map<string, unknown>[]>(
    (rows, name, index) =>
      rows.flatMap((row) => (lists[index] ?? []).map((value) => new Map([...row, [name, value]]))),
    [new Map()],
  )

const zipped = (
  names: readonly string[],
  lists: readonly (readonly unknown[])[],
): ReadonlyMap<string, unknown>[] =>
  (lists[0] ?? []).map((_, row) => new Map(names.map((name, index) => [name, lists[index]?.[row]])))

export const repeat: TemplateFunction = async (args, call) => {
  const form = 'template: ..., for_each: {<variable>: <list>}'
  const given = mapArgument(args, call, form)
  if (!('template' in given) || !('for_each' in given)) throw call.wrong(`"repeat" syntax should be: ${form}`)
  const { dialect } = call.scope.template
  if ('permutations' in given && !hasForm(dialect, '2017-09-01'))
    throw call.wrong('"permutations" is not in this version of the template')
  const permutations = (await call.resolve(given.permutations ?? true, 'permutations')) !== false
  const forEach = await call.resolve(given.for_each, 'for_each')
  if (isPending(forEach)) {
    // References in the body are dependencies even if the list is not known yet.
    await call.resolve(given.template, 'template')
    return unknownYet
  }
  const each = mapArgument(forEach, call, form)
  const names = Object.keys(each)
  const lists = Object.values(each).map((value): readonly unknown[] => {
    if (isList(value)) return value
    if (isMap(value) && hasForm(dialect, '2016-10-14')) return Object.keys(value)
    if (value === null) return []
    throw call.wrong('The "for_each" argument to "repeat" must contain a map of lists')
  })
  if (!permutations && new Set(lists.map(({ length }) => length)).size > 1)
    throw call.wrong('The length of each list in "for_each" must be the same where "permutations" is false')
  const count = permutations
    ? lists.reduce((product, { length }) => product * length, 1)
    : (lists[0]?.length ?? 0)
  if (call.itemsWith(count) > most) throw call.wrong(`"repeat" makes more than ${most} items`)
  const rows = permutations ? product(names, lists) : zipped(names, lists)
  return Promise.all(rows.map((row) => call.resolve(filled(given.template, row), 'template')))
}
