import { type Handler, withParts } from '@nimbo/http/message'
import type { Route } from '@nimbo/http/route'
import { errors } from '../errors.ts'

const firstPart = (path: string): string => path.split('/')[1] ?? ''

/**
 * Accepts paths with the project's id, which were required before 2.18: `/v2.1/{project_id}/servers`. The segment
 * becomes part of the base URL, so links contain it too. An id other than the token's project is refused.
 */
export const projectSegment = <App>(routes: readonly Route<App>[], next: Handler): Handler => {
  const resources = new Set(routes.map(({ operation }) => firstPart(operation.path)))
  return async (request) => {
    const first = firstPart(request.path)
    const rest = request.path.slice(first.length + 1)
    if (first === '' || resources.has(first) || !resources.has(firstPart(rest))) return next(request)
    const projectId = request.state.context?.projectId
    if (projectId !== undefined && projectId !== first)
      throw errors.BadRequest({
        reason: `Malformed request URL: URL's project_id '${first}' doesn't match Context's project_id '${projectId}'`,
      })
    return next(withParts(request, { path: rest, mount: `${request.mount}/${first}` }))
  }
}
