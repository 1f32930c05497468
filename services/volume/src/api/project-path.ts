import { type Handler, withParts } from '@nimbo/http/message'
import { errors } from '../errors.ts'

/**
 * Also accepts every path with a project id before it, which was required before 3.67: `/{project_id}/volumes`. The id is added
 * to the mount, so that links include it, and must be the project of the caller's token. `known` are the first segments of all
 * paths.
 */
export const projectPath =
  (known: ReadonlySet<string>, next: Handler): Handler =>
  async (request) => {
    const { path } = request
    // The id at the end is missing; the path without the slash is that of a list.
    if (path.length > 1 && path.endsWith('/')) throw errors.NoSuchPath()
    const [, first = '', second = '', ...rest] = path.split('/')
    if (first === '' || known.has(first)) return next(request)
    const projectId = request.state.context?.projectId
    // An unknown path is not found below a project id either.
    if (second === '' ? first !== projectId : !known.has(second)) return next(request)
    if (projectId !== undefined && projectId !== first)
      throw errors.BadRequest({ reason: 'Malformed request url' })
    const below = [second, ...rest].join('/')
    return next(withParts(request, { path: `/${below}`, mount: `${request.mount}/${first}` }))
  }
