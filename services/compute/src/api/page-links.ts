import type { HttpRequest } from '@nimbo/http/message'

interface Page {
  readonly full: boolean
  /** The marker of the next page. */
  readonly last: string | undefined
}

/** The URL of the next page, if this one is full. */
export const nextPage = (
  request: HttpRequest,
  { full, last }: Page,
): { rel: 'next'; href: string }[] | undefined => {
  if (!full || last === undefined) return undefined
  const query = new URLSearchParams(request.query)
  query.set('marker', last)
  return [{ rel: 'next', href: `${request.origin}${request.mount}${request.path}?${query}` }]
}

/** An attribute such as `servers_links` with the link to the next page, if there is one. */
export const nextLink = (collection: string, request: HttpRequest, page: Page): object => {
  const links = nextPage(request, page)
  return links ? { [`${collection}_links`]: links } : {}
}
