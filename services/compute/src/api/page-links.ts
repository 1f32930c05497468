import type { HttpRequest } from '@nimbo/http/message'

/** `servers_links`: where the next page is, if this one is full. */
export const nextLink = (
  collection: string,
  request: HttpRequest,
  page: { readonly full: boolean; readonly last: string | undefined },
): object => {
  if (!page.full || page.last === undefined) return {}
  const query = new URLSearchParams(request.query)
  query.set('marker', page.last)
  return {
    [`${collection}_links`]: [
      { rel: 'next', href: `${request.origin}${request.mount}${request.path}?${query}` },
    ],
  }
}
