import type { HttpRequest } from '@nimbo/http/message'

/** The link to the page after `marker`, or to the first page without one. */
export const pageLink = (path: string, request: HttpRequest, marker: string | undefined): string => {
  const query = new URLSearchParams(request.query)
  if (marker === undefined) query.delete('marker')
  else query.set('marker', marker)
  return query.size > 0 ? `${path}?${query}` : path
}
