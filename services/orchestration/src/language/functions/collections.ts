import { isDeepStrictEqual } from 'node:util'
import type { FunctionCall } from '../function-call.ts'
import { isList, isMap } from '../shapes.ts'
import { distinctBy, keyOf, textOf } from '../value.ts'
import { listArgument, mapArgument, ofValues } from './arguments.ts'

const lists = (args: unknown, call: FunctionCall): readonly unknown[] => {
  const form = '[ <list 1>, <list 2>, ... ]'
  return listArgument(args, call, form).flatMap((list) =>
    list === null ? [] : listArgument(list, call, form),
  )
}

export const listConcat = ofValues((args, call) => lists(args, call))
export const listConcatUnique = ofValues((args, call) => distinctBy(lists(args, call)))

export const filter = ofValues((args, call) => {
  const form = '[ <values>, <list> ]'
  const [values, list] = listArgument(args, call, form)
  const out = new Set(listArgument(values, call, form).map(keyOf))
  return listArgument(list, call, form).filter((item) => !out.has(keyOf(item)))
})

export const contains = ofValues((args, call) => {
  const form = '[ <value>, <sequence> ]'
  const [value, sequence] = listArgument(args, call, form)
  if (isMap(sequence)) return typeof value === 'string' && Object.hasOwn(sequence, value)
  if (typeof sequence === 'string') return sequence.includes(textOf(value))
  return listArgument(sequence, call, form).some((item) => isDeepStrictEqual(item, value))
})

export const mapMerge = ofValues((args, call) => {
  const form = '[ <map 1>, <map 2>, ... ]'
  return Object.assign(
    {},
    ...listArgument(args, call, form).map((map) => (map === null ? {} : mapArgument(map, call, form))),
  )
})

export const mapReplace = ofValues((args, call) => {
  const form = '[ <map>, { keys: { <old>: <new> }, values: { <old>: <new> } } ]'
  const [map, how] = listArgument(args, call, form)
  const { keys, values } = mapArgument(how, call, form)
  const [newKeys, newValues] = [isMap(keys) ? keys : {}, isMap(values) ? values : {}]
  const result: Record<string, unknown> = {}
  const given = mapArgument(map, call, form)
  for (const [key, value] of Object.entries(given)) {
    const name = Object.hasOwn(newKeys, key) ? textOf(newKeys[key]) : key
    if ((name !== key && Object.hasOwn(given, name)) || Object.hasOwn(result, name))
      throw call.wrong(`key replacement ${name} collides with a key in the input map`)
    const plain = typeof value === 'object' && value !== null ? undefined : String(value)
    result[name] = plain !== undefined && Object.hasOwn(newValues, plain) ? newValues[plain] : value
  }
  return result
})

/** An item of a list or a map; an empty text if it is missing. */
export const select = ofValues((args, call) => {
  const [index, from] = listArgument(args, call, '[ <index>, <list> ]')
  if (from === '' || from === null) return ''
  const source = typeof from === 'string' ? parsed(from) : from
  if (isList(source)) return source[Number(index)] ?? ''
  if (isMap(source)) return source[textOf(index)] ?? ''
  throw call.wrong(`Arguments to "${call.name}" must be a list or a map`)
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Converts `.member.0.Name=key`, `.member.0.Value=value`, the lists of AWS's query API, to a map. */
export const memberListToMap = ofValues((args, call) => {
  const form = '[ <name>, <value>, [ .member.0.<name>=…, … ] ]'
  const [name, value, list] = listArgument(args, call, form)
  const members = new Map<string, Record<string, string>>()
  for (const entry of listArgument(list, call, form)) {
    const [, index, key, text] = /^\.member\.(\d+)\.([^=]+)=(.*)$/.exec(textOf(entry)) ?? []
    if (index === undefined || key === undefined || text === undefined) continue
    members.set(index, { ...members.get(index), [key]: text })
  }
  return Object.fromEntries(
    [...members.values()].map((member) => [member[textOf(name)] ?? '', member[textOf(value)] ?? '']),
  )
})

export const findInMap = ofValues((args, call) => {
  const [map, key, second] = listArgument(args, call, '[ <map name>, <key>, <key> ]').map(textOf)
  const top = call.scope.template.mappings[map ?? '']
  const middle = isMap(top) ? top[key ?? ''] : undefined
  const found = isMap(middle) ? middle[second ?? ''] : undefined
  if (found === undefined)
    throw call.wrong(
      `There is no entry ${String(map)}.${String(key)}.${String(second)} in the section Mappings`,
    )
  return found
})
