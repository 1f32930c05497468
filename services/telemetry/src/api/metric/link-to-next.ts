import type { HttpRequest } from '@nimbo/http/message'

/** The `Link` header for the next page, if this page is full. */
export const linkToNext = (
  { origin, mount, path, query }: HttpRequest,
  { limit, marker }: { readonly limit: number; readonly marker: string | undefined },
): Readonly<Record<string, string>> => {
  if (marker === undefined) return {}
  const next = new URLSearchParams(query)
  next.set('limit', String(limit))
  next.set('marker', marker)
  return { link: `<${origin}${mount}${path}?${next}>; rel="next"` }
}
