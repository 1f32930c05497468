import { type Handler, type HttpResponse, withParts } from './message.ts'
import { json } from './reply.ts'

/**
 * Dispatches requests by the longest matching path prefix, as Paste's urlmap does. A handler sees the rest of the path, and the
 * prefix in `mount`.
 */
export const mountTable = (mounts: Readonly<Record<string, Handler>>): Handler => {
  const byLength = Object.entries(mounts)
    .map(([prefix, handler]) => ({ prefix: prefix.replace(/\/+$/, ''), handler }))
    .sort((one, other) => other.prefix.length - one.prefix.length)
  return (request) => {
    const { path } = request
    const found = byLength.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    if (!found) return Promise.resolve(nowhere())
    const rest = path.slice(found.prefix.length)
    return found.handler(
      withParts(request, { path: rest === '' ? '/' : rest, mount: request.mount + found.prefix }),
    )
  }
}

const nowhere = (): HttpResponse =>
  json(404, {
    error: { code: 404, title: 'Not Found', message: 'The resource could not be found.' },
  })
