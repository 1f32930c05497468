import type { Row } from '../../output/result.ts'

type Headers = Readonly<Record<string, string>>
type Kind = 'Account' | 'Container' | 'Object'

/** The user's own properties of a thing, as headers that set them. */
export const headersOf = (kind: Kind, properties: Headers = {}): Headers =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [`X-${kind}-Meta-${key}`, value]))

/** Headers that take properties away. */
export const removing = (kind: Kind, keys: readonly string[]): Headers =>
  Object.fromEntries(keys.map((key) => [`X-Remove-${kind}-Meta-${key}`, 'x']))

/** The user's own properties, read from a reply's headers. */
export const propertiesIn = (kind: Kind, headers: Headers): Headers => {
  const prefix = `x-${kind.toLowerCase()}-meta-`
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  )
}

/** What headers say of a thing, each by the name that it is shown under; what they do not say is left out. */
export const said = (names: Readonly<Record<string, string>>, headers: Headers): Row =>
  Object.fromEntries(
    Object.entries(names).flatMap(([shown, name]) =>
      headers[name] === undefined ? [] : [[shown, headers[name]]],
    ),
  )
