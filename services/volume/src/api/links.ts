import type { HttpRequest } from '@nimbo/http/message'

/** Where a thing is, with and without the version of the API. */
export const linksOf = ({ origin, mount }: HttpRequest, path: string) => [
  { rel: 'self', href: `${origin}${mount}${path}` },
  { rel: 'bookmark', href: `${origin}${mount.replace('/v3', '')}${path}` },
]

/** `<name>_links` with the next page, when the page is full. */
export const pageLinks = (
  request: HttpRequest,
  name: string,
  items: readonly { readonly id: string }[],
  limit: number,
): Record<string, unknown> => {
  const last = items.at(-1)
  if (last === undefined || items.length < limit || request.query.get('limit') === null) return {}
  const query = new URLSearchParams(request.query)
  query.set('marker', last.id)
  query.delete('offset')
  return {
    [`${name}_links`]: [{ rel: 'next', href: `${request.origin}${request.mount}${request.path}?${query}` }],
  }
}
