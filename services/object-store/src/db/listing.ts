import { afterAllWith } from '../domain/text-order.ts'

/** Selection and order of a listing. */
export interface ListingQuery {
  readonly prefix: string
  /** Names that contain it after the prefix are combined into a subdirectory such as `photos/`. Empty for none. */
  readonly delimiter: string
  /** Only names after `marker` and before `endMarker`, in the order of the listing. Empty for none. */
  readonly marker: string
  readonly endMarker: string
  readonly reverse: boolean
  readonly limit: number
}

/** A range of names; `from` itself is excluded unless `including`. */
export interface NameRange {
  readonly from: string
  readonly including: boolean
  /** Exclusive; undefined for no end. */
  readonly to: string | undefined
  readonly reverse: boolean
  readonly limit: number
}

export type Listed<Row> =
  | { readonly kind: 'item'; readonly row: Row }
  | { readonly kind: 'subdir'; readonly name: string }

/** The maximum number of rows per query: the following ones may all belong to one subdirectory. */
const batch = 1000

const smallerOf = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0 ? one : other
}

const isBefore = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

/**
 * Returns one page of a listing. Names in the same subdirectory are combined, and a new query skips the rest of it, so the cost
 * depends on the length of the page, not on the number of names in subdirectories.
 */
export const listNames = async <Row extends { readonly name: string }>(
  query: ListingQuery,
  read: (range: NameRange) => Promise<readonly Row[]>,
): Promise<readonly Listed<Row>[]> => {
  const { prefix, delimiter, reverse, limit } = query
  const [low, high] = reverse ? [query.endMarker, query.marker] : [query.marker, query.endMarker]
  let from = isBefore(low, prefix) ? prefix : low
  let including = from === prefix && low !== prefix
  let to = smallerOf(afterAllWith(prefix), high === '' ? undefined : high)
  const listed: Listed<Row>[] = []
  while (listed.length < limit) {
    const asked = Math.min(limit - listed.length, batch)
    const rows = await read({ from, including, to, reverse, limit: asked })
    let passedOver = false
    for (const row of rows) {
      const end = delimiter === '' ? -1 : row.name.indexOf(delimiter, prefix.length)
      if (end < 0) {
        listed.push({ kind: 'item', row })
        if (reverse) to = row.name
        else [from, including] = [row.name, false]
        continue
      }
      const subdir = row.name.slice(0, end + delimiter.length)
      // As a marker, the subdirectory was the last entry of the previous page.
      if (query.marker !== subdir) listed.push({ kind: 'subdir', name: subdir })
      const beyond = afterAllWith(subdir)
      if (reverse) to = subdir
      else if (beyond === undefined) return listed
      else [from, including] = [beyond, true]
      passedOver = true
      break
    }
    if (!passedOver && rows.length < asked) return listed
  }
  return listed
}
