import { createHash, getHashes } from 'node:crypto'
import type { FunctionCall } from '../function-call.ts'
import { isList, isMap } from '../shapes.ts'
import { textOf } from '../value.ts'
import { hasForm } from '../versions.ts'
import { listArgument, mapArgument, ofValues, textArgument } from './arguments.ts'

const joined = (delimiter: string, items: readonly unknown[], call: FunctionCall, asJson: boolean): string =>
  items
    .map((item) => {
      if (typeof item === 'object' && item !== null && !asJson)
        throw call.wrong(`Items to join must be strings, not ${JSON.stringify(item)}`)
      return textOf(item)
    })
    .join(delimiter)

export const listJoin = ofValues((args, call) => {
  const form = '[ <delimiter>, [ <string 1>, <string 2>, ... ] ]'
  const [delimiter, ...lists] = listArgument(args, call, form)
  const severalLists = hasForm(call.scope.template.dialect, '2015-10-15')
  if (lists.length === 0 || (lists.length > 1 && !severalLists))
    throw call.wrong(`Incorrect arguments to "${call.name}" should be: ${form}`)
  const items = lists.flatMap((list) => (list === null ? [] : listArgument(list, call, form)))
  return joined(textArgument(delimiter, call, 'the delimiter'), items, call, severalLists)
})

export const split = ofValues((args, call) => {
  const [delimiter, text, index] = listArgument(args, call, '[ <delimiter>, <string>, <index> ]')
  const parts = textArgument(text, call, 'the text').split(textArgument(delimiter, call, 'the delimiter'))
  if (index === undefined) return parts
  const part = parts[Number(index)]
  if (part === undefined)
    throw call.wrong(`Incorrect index to "${call.name}" should be between 0 and ${parts.length - 1}`)
  return part
})

export const digest = ofValues((args, call) => {
  const [algorithm, value] = listArgument(args, call, '[ <algorithm>, <value> ]')
  const name = textArgument(algorithm, call, 'the algorithm').toLowerCase()
  if (!getHashes().includes(name)) throw call.wrong(`Algorithm must be one of ${getHashes().join(', ')}`)
  return createHash(name)
    .update(textArgument(value, call, 'the value'))
    .digest('hex')
})

type Strictness = 'lax' | 'each' | 'each with a value'

const replaceIn = (
  template: string,
  entries: readonly (readonly [string, unknown])[],
  call: FunctionCall,
  strict: Strictness,
) => {
  const found = new Map(entries.map(([key, value]) => [key, textOf(value)]))
  if (strict === 'each with a value')
    for (const [key, value] of entries)
      if (value === null || value === '')
        throw call.wrong(`str_replace_vstrict has an undefined or empty value for param ${key}`)
  // Longest key first, so that no shorter key matches a part of it; substituted text is not searched again.
  const keys = [...found.keys()]
    .filter((key) => key !== '')
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
  const seen = new Set<string>()
  const result =
    keys.length === 0
      ? template
      : template.replace(
          new RegExp(keys.map((key) => key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g'),
          (key) => {
            seen.add(key)
            return found.get(key) ?? ''
          },
        )
  const missing = keys.filter((key) => !seen.has(key))
  if (strict !== 'lax' && missing.length > 0)
    throw call.wrong(`The following params were not found in the template: ${missing.toSorted().join(',')}`)
  return result
}

const replaceWith = (strict: Strictness) =>
  ofValues((args, call) => {
    const form = 'template: the template string, params: {name: value}'
    const { template, params } = mapArgument(args, call, form)
    const isJson = hasForm(call.scope.template.dialect, '2015-10-15')
    const entries = Object.entries(mapArgument(params, call, form))
    for (const [key, value] of entries)
      if (!isJson && (isMap(value) || isList(value)))
        throw call.wrong(`"${call.name}" params must be strings or numbers, param ${key} is not valid`)
    return replaceIn(textArgument(template, call, 'the template'), entries, call, strict)
  })

export const strReplace = replaceWith('lax')
export const strReplaceStrict = replaceWith('each')
export const strReplaceVstrict = replaceWith('each with a value')

export const fnReplace = ofValues((args, call) => {
  const form = '[ { <key 1>: <value 1> }, <text> ]'
  const [mapping, text] = listArgument(args, call, form)
  return replaceIn(
    textArgument(text, call, 'the text'),
    Object.entries(mapArgument(mapping, call, form)),
    call,
    'lax',
  )
})

const urlParts = ['scheme', 'username', 'password', 'host', 'port', 'path', 'query', 'fragment']

export const makeUrl = ofValues((args, call) => {
  const given = mapArgument(args, call, `{${urlParts.join(', ')}}`)
  const strange = Object.keys(given).find((key) => !urlParts.includes(key))
  if (strange !== undefined) throw call.wrong(`Invalid keys in "make_url": ${strange}`)
  const part = (name: string) => textOf(given[name])
  const port = given.port === undefined || given.port === '' ? undefined : Number(given.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65535))
    throw call.wrong(`Invalid URL port "${part('port')}"`)
  if (part('scheme').includes(':')) throw call.wrong('"scheme" must not contain ":"')
  const user =
    part('username') === ''
      ? ''
      : `${encodeURIComponent(part('username'))}${part('password') === '' ? '' : `:${encodeURIComponent(part('password'))}`}@`
  const host =
    part('host').includes(':') && !part('host').startsWith('[') ? `[${part('host')}]` : part('host')
  const query = isMap(given.query)
    ? Object.entries(given.query)
        .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`)
        .join('&')
    : ''
  const path =
    part('path') === '' ? '' : encodeURI(part('path').startsWith('/') ? part('path') : `/${part('path')}`)
  const authority = `${user}${host}${port === undefined ? '' : `:${port}`}`
  return [
    part('scheme') === '' ? '' : `${part('scheme')}:`,
    authority === '' && part('scheme') === '' ? '' : `//${authority}`,
    path,
    query === '' ? '' : `?${query}`,
    part('fragment') === '' ? '' : `#${encodeURIComponent(part('fragment'))}`,
  ].join('')
})

/** Returns the text unencoded: the types that take user data encode it. */
export const base64 = ofValues((args, call) => textArgument(args, call, 'the text'))
