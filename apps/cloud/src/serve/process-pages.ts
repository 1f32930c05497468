import type { Handler } from '@nimbo/http/message'

/** Pages about the process by path, such as `/healthcheck`. They are served before the API on its port, without a token. */
export type ProcessPages = ReadonlyMap<string, Handler>

/** Serves the pages of the process, and passes all other requests to its API. */
export const withPages =
  (pages: ProcessPages, api: Handler): Handler =>
  (request) => {
    const page = request.method === 'GET' || request.method === 'HEAD' ? pages.get(request.path) : undefined
    return (page ?? api)(request)
  }
