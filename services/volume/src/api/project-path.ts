import { type Handler, withParts } from '@nimbo/http/message'
import { errors } from '../errors.ts'

/**
 * Lets every path be asked for below a project's id as well, as it had to be before 3.67: `/{project_id}/volumes`. The id
 * goes into the mount, so that links keep it, and must be that of the caller's token.
 */
export const projectPath =
  (resources: ReadonlySet<string>, next: Handler): Handler =>
  async (request) => {
    const [, first = '', ...rest] = request.path.split('/')
    if (first === '' || resources.has(first)) return next(request)
    const projectId = request.state.context?.projectId
    if (projectId !== undefined && projectId !== first)
      throw errors.BadRequest({ reason: 'Malformed request url' })
    return next(withParts(request, { path: `/${rest.join('/')}`, mount: `${request.mount}/${first}` }))
  }
