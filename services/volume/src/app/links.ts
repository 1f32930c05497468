import type { HttpRequest } from '@nimbo/http/message'

/** The `self` and `bookmark` links of a resource: the latter without the version of the API. */
export const linksOf = ({ origin, mount }: HttpRequest, path: string) => [
  { rel: 'self', href: `${origin}${mount}${path}` },
  { rel: 'bookmark', href: `${origin}${mount.replace('/v3', '')}${path}` },
]

/** The link to the next page, if the request had a limit and the page is full. */
export const nextLink = (
  request: HttpRequest,
  items: readonly { readonly id: string }[],
  limit: number,
): { rel: 'next'; href: string }[] | undefined => {
  const last = items.at(-1)
  if (last === undefined || items.length < limit || request.query.get('limit') === null) return undefined
  const query = new URLSearchParams(request.query)
  query.set('marker', last.id)
  query.delete('offset')
  return [{ rel: 'next', href: `${request.origin}${request.mount}${request.path}?${query}` }]
}
