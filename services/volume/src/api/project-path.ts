import { type Handler, withParts } from '@nimbo/http/message'
import { errors } from '../errors.ts'

/**
 * Lets every path be asked for below a project's id as well, as it had to be before 3.67: `/{project_id}/volumes`. The id
 * goes into the mount, so that links keep it, and must be that of the caller's token. `known` are the first segments of
 * paths.
 */
export const projectPath =
  (known: ReadonlySet<string>, next: Handler): Handler =>
  async (request) => {
    const { path } = request
    // The id is missing, and what is there without it is a list of another path.
    if (path.length > 1 && path.endsWith('/')) throw errors.NoSuchPath()
    const [, first = '', second = '', ...rest] = path.split('/')
    if (first === '' || known.has(first)) return next(request)
    const projectId = request.state.context?.projectId
    // What is nowhere is not there in any project either.
    if (second === '' ? first !== projectId : !known.has(second)) return next(request)
    if (projectId !== undefined && projectId !== first)
      throw errors.BadRequest({ reason: 'Malformed request url' })
    const below = [second, ...rest].join('/')
    return next(withParts(request, { path: `/${below}`, mount: `${request.mount}/${first}` }))
  }
