import type { Page } from '../domain/listing.ts'

/** A record as it is shown, with the link to itself. */
export const withSelf = <View extends object>(
  self: string,
  view: View,
): View & { links: { self: string } } => ({
  ...view,
  links: { self },
})

interface ListCall {
  readonly base: string
  readonly request: { readonly path: string; readonly query: URLSearchParams }
}

/**
 * The body of a list: the views under the collection's name, and links to itself and to the page that may follow. `page` is
 * left out for lists that come whole.
 */
export const listView = (
  { base, request }: ListCall,
  name: string,
  views: readonly object[],
  page?: Page,
): object => {
  const link = (query: URLSearchParams) => `${base}${request.path}${query.size > 0 ? `?${query}` : ''}`
  const last = views.at(-1)
  const marker = last && 'id' in last ? String(last.id) : undefined
  const full = page !== undefined && views.length === page.limit && marker !== undefined
  const following = new URLSearchParams(request.query)
  if (full) following.set('marker', marker)
  return {
    [name]: views,
    links: { next: full ? link(following) : null, self: link(request.query), previous: null },
    ...(full && !request.query.has('limit') ? { truncated: true } : {}),
  }
}
