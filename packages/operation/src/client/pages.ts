/** The items of one page of a list, and the query of the page after it. */
interface Page {
  readonly items: readonly unknown[]
  readonly next: URLSearchParams | undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOfLinks = (name: string): boolean => name.endsWith('_links')

/** The three forms in which services say where the next page is: `servers_links`, `links.next` (identity), `next` (image). */
const nextIn = (reply: Readonly<Record<string, unknown>>): string | undefined => {
  const lists = Object.entries(reply).flatMap(([name, value]) =>
    isListOfLinks(name) && Array.isArray(value) ? value.filter(isRecord) : [],
  )
  const href =
    lists.find(({ rel }) => rel === 'next')?.href ?? (isRecord(reply.links) ? reply.links.next : reply.next)
  return typeof href === 'string' && href !== '' ? href : undefined
}

/** Reads a list's reply. */
const pageOf = (reply: unknown): Page => {
  if (!isRecord(reply)) return { items: [], next: undefined }
  const [, items] =
    Object.entries(reply).find(([name, value]) => Array.isArray(value) && !isListOfLinks(name)) ?? []
  const href = nextIn(reply)
  return {
    items: Array.isArray(items) ? items : [],
    next: href === undefined ? undefined : new URLSearchParams(href.split('?')[1]),
  }
}

/**
 * The items of a list, page after page, `atMost` so many. `ask` gets a page, the first one by the query of the request. Of a link only
 * the query counts: whether a proxy in between changed hosts and paths is of no matter.
 */
export async function* itemsOf<Item>(
  first: URLSearchParams | undefined,
  ask: (query: URLSearchParams | undefined) => Promise<unknown>,
  atMost: number,
): AsyncGenerator<Item, void, undefined> {
  let query = first
  let left = atMost
  while (left > 0) {
    const { items, next } = pageOf(await ask(query))
    // What a list holds is what its contract says.
    for (const item of items.slice(0, left)) yield item as Item
    left -= items.length
    if (next === undefined || items.length === 0 || next.toString() === query?.toString()) return
    query = next
  }
}
