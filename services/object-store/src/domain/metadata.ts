/** Headers, keyed by name in lower case. */
export type Metadata = Readonly<Record<string, string>>

/** Parses metadata from the database. Clients choose the names, so they are never assigned as properties of a plain object. */
export const metadataOf = (text: string): Metadata => {
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
}

export const textOfMetadata = (metadata: Metadata): string => JSON.stringify(metadata)

/** Merges metadata as POST does: an empty value removes an item, other values replace it, the rest is kept. */
export const mergedMetadata = (before: Metadata, changes: Metadata): Metadata =>
  Object.fromEntries(
    [...new Map([...Object.entries(before), ...Object.entries(changes)])].filter(([, value]) => value !== ''),
  )

/** The headers whose names begin with one of the prefixes. */
export const withPrefix = (headers: Metadata, ...prefixes: readonly string[]): Metadata =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix))),
  )
