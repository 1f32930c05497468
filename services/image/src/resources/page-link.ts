import type { HttpRequest } from '@nimbo/http/message'

/** The same list from the item after `marker` on; without one from its beginning. */
export const pageLink = (path: string, request: HttpRequest, marker: string | undefined): string => {
  const query = new URLSearchParams(request.query)
  if (marker === undefined) query.delete('marker')
  else query.set('marker', marker)
  return query.size > 0 ? `${path}?${query}` : path
}
