import type { Row } from '../../output/result.ts'

type Headers = Readonly<Record<string, string>>
type Kind = 'Account' | 'Container' | 'Object'

/** The headers that set the custom metadata of a resource. */
export const headersOf = (kind: Kind, properties: Headers = {}): Headers =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [`X-${kind}-Meta-${key}`, value]))

/** The headers that remove custom metadata. */
export const removing = (kind: Kind, keys: readonly string[]): Headers =>
  Object.fromEntries(keys.map((key) => [`X-Remove-${kind}-Meta-${key}`, 'x']))

/** The custom metadata in a response's headers. */
export const propertiesIn = (kind: Kind, headers: Headers): Headers => {
  const prefix = `x-${kind.toLowerCase()}-meta-`
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  )
}

/** The values of headers by their display names; absent headers are left out. */
export const said = (names: Readonly<Record<string, string>>, headers: Headers): Row =>
  Object.fromEntries(
    Object.entries(names).flatMap(([shown, name]) =>
      headers[name] === undefined ? [] : [[shown, headers[name]]],
    ),
  )
