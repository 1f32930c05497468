import type { Handler } from '@nimbo/http/message'

/** What a process tells of itself, by path: `/healthcheck`. It stands before the API on its port, and asks for no token. */
export type ProcessPages = ReadonlyMap<string, Handler>

/** Answers the pages of the process, and leaves all else to its API. */
export const withPages =
  (pages: ProcessPages, api: Handler): Handler =>
  (request) => {
    const page = request.method === 'GET' || request.method === 'HEAD' ? pages.get(request.path) : undefined
    return (page ?? api)(request)
  }
