import type { ApiClient } from '@nimbo/operation/client/api-client'
import { isRow } from '../../cloud/json-values.ts'
import { flag, integer, text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

/** The paging options of a listing: a page of at most 10,000 items, or all. */
export const listingOptions = (what: string) => ({
  prefix: text('<prefix>', 'List only items whose names begin with <prefix>'),
  marker: text('<marker>', 'List only items whose names come after this one'),
  endMarker: text('<end-marker>', 'List only items whose names come before this one'),
  limit: integer(`<num-${what}>`, `Limit the number of ${what} returned`),
  long: flag('List additional fields in output'),
  all: flag(`List all ${what}, on all pages (default: the first page, of at most 10,000)`),
})

export interface ListingAsked {
  readonly prefix: string | undefined
  readonly marker: string | undefined
  readonly endMarker: string | undefined
  readonly limit: number | undefined
  readonly all: boolean
}

/** Asks for all items. */
export const everyPage: ListingAsked = {
  ...{ prefix: undefined, marker: undefined, endMarker: undefined, limit: undefined },
  all: true,
}

interface ListingQuery {
  readonly format: 'json'
  readonly prefix: string | undefined
  readonly marker: string | undefined
  readonly end_marker: string | undefined
  readonly limit: number | undefined
}

type Opened = Awaited<ReturnType<ApiClient['open']>>

/** The name of an item in a listing; a pseudo-folder created by a delimiter has its own key, `subdir`. */
export const nameOf = ({ name, subdir }: Row): string => String(name ?? subdir ?? '')

/** The items of a listing: one page, or all pages, each requested with the previous page's last name as marker. */
export const listed = async (
  { all, endMarker: end_marker, ...asked }: ListingAsked,
  page: (query: ListingQuery) => Promise<Pick<Opened, 'text'>>,
): Promise<readonly Row[]> => {
  const items: Row[] = []
  let marker = asked.marker
  for (;;) {
    const reply = await page({ format: 'json', ...asked, end_marker, marker })
    const found: unknown = JSON.parse((await reply.text()) || '[]')
    const rows = Array.isArray(found) ? found.filter(isRow) : []
    items.push(...rows)
    const last = rows.at(-1)
    if (!all || last === undefined) return items
    marker = nameOf(last)
  }
}
