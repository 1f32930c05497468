/** Header names, in lower case, and their values. */
export type Metadata = Readonly<Record<string, string>>

/** Metadata as the database keeps it. Names are of clients' making, so they never become properties of a plain object by assignment. */
export const metadataOf = (text: string): Metadata => {
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
}

export const textOfMetadata = (metadata: Metadata): string => JSON.stringify(metadata)

/** Changes metadata as POST does: an empty value removes an item, others replace it, all else stays. */
export const mergedMetadata = (before: Metadata, changes: Metadata): Metadata =>
  Object.fromEntries(
    [...new Map([...Object.entries(before), ...Object.entries(changes)])].filter(([, value]) => value !== ''),
  )

/** The headers whose names begin with one of these words. */
export const withPrefix = (headers: Metadata, ...prefixes: readonly string[]): Metadata =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix))),
  )
