import type { Page } from '../domain/listing.ts'

/** Adds `links.self` to the view of a record. */
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

const linkIn =
  ({ base, request }: ListCall) =>
  (query: URLSearchParams): string =>
    `${base}${request.path}${query.size > 0 ? `?${query}` : ''}`

/** The `links` of a list that is returned completely. */
export const wholeLinks = (call: ListCall) => ({
  links: { next: null, self: linkIn(call)(call.request.query), previous: null },
})

/** The `links` of one page of a list: its own URL, and that of the next page if the page is full. */
export const pageLinks = (call: ListCall, records: readonly { readonly id: string }[], page: Page) => {
  const { query } = call.request
  const last = records.at(-1)
  if (last === undefined || records.length < page.limit) return wholeLinks(call)
  const following = new URLSearchParams(query)
  following.set('marker', last.id)
  const link = linkIn(call)
  return {
    links: { next: link(following), self: link(query), previous: null },
    ...(query.has('limit') ? {} : { truncated: true }),
  }
}
