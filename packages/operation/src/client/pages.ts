/** The items of a page, and the query of the next page. */
interface Page {
  readonly items: readonly unknown[]
  readonly next: URLSearchParams | undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOfLinks = (name: string): boolean => name === 'links' || name.endsWith('_links')

/**
 * The forms in which bodies link to the next page: `servers_links`, a list `links` (orchestration), `links.next` (identity),
 * `next` (image).
 */
const nextIn = (reply: Readonly<Record<string, unknown>>): string | undefined => {
  const lists = Object.entries(reply).flatMap(([name, value]) =>
    isListOfLinks(name) && Array.isArray(value) ? value.filter(isRecord) : [],
  )
  const href =
    lists.find(({ rel }) => rel === 'next')?.href ?? (isRecord(reply.links) ? reply.links.next : reply.next)
  return typeof href === 'string' && href !== '' ? href : undefined
}

/** `</v1/metric?marker=1>; rel="next"`: the link header of APIs whose body is the list itself. */
const nextInHeader = (link: string | undefined): string | undefined =>
  /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]

const queryOf = (href: string | undefined): URLSearchParams | undefined =>
  href === undefined ? undefined : new URLSearchParams(href.split('?')[1])

/** A list's reply: its body and `link` header. */
export interface ListReply {
  readonly body: unknown
  readonly link: string | undefined
}

/** Parses a list's reply. */
const pageOf = ({ body: reply, link }: ListReply): Page => {
  if (Array.isArray(reply)) return { items: reply, next: queryOf(nextInHeader(link)) }
  if (!isRecord(reply)) return { items: [], next: undefined }
  const [, items] =
    Object.entries(reply).find(([name, value]) => Array.isArray(value) && !isListOfLinks(name)) ?? []
  return { items: Array.isArray(items) ? items : [], next: queryOf(nextIn(reply)) }
}

/**
 * The items of a list over all pages, `atMost` this many. `ask` fetches a page, the first one with the request's query. Of a link
 * only the query is used, so proxies that change hosts and paths do no harm.
 */
export async function* itemsOf<Item>(
  first: URLSearchParams | undefined,
  ask: (query: URLSearchParams | undefined) => Promise<ListReply>,
  atMost: number,
): AsyncGenerator<Item, void, undefined> {
  let query = first
  let left = atMost
  while (left > 0) {
    const { items, next } = pageOf(await ask(query))
    // Safe: the contract says what the list contains.
    for (const item of items.slice(0, left)) yield item as Item
    left -= items.length
    if (next === undefined || items.length === 0 || next.toString() === query?.toString()) return
    query = next
  }
}
