import type { Handler, HttpRequest } from '@nimbo/http/message'
import { withHeaders, withParts } from '@nimbo/http/message'
import type { HorizonApp } from '../app/app.ts'
import type { PageFiles } from '../app/page/page-files.ts'
import { comesFromPage, isReading } from '../domain/origin.ts'
import { errors } from '../errors.ts'
import { events } from './events.ts'
import { page } from './page.ts'
import { proxy } from './proxy.ts'

interface Parts {
  readonly app: HorizonApp
  readonly files: PageFiles
  /** Handles the operations that are declared in the contracts. */
  readonly operations: Handler
}

/** Needs no `Origin` check: it is authorised by a token in a header and not by the cookie, so another site cannot forge it. */
const linkPath = '/api/links'
/** Where Keystone redirects browsers after federated login; its handler checks the origin itself. */
const signedOnPath = '/auth/websso'

const requireOrigin = (app: HorizonApp, request: HttpRequest): void => {
  if (isReading(request.method) || request.path === linkPath) return
  if (!comesFromPage(request, app.config.DEFAULT.allowed_origins)) throw errors.ForeignOrigin()
}

/** Handles all requests below `/dashboard`. */
export const dashboardApi = ({ app, files, operations }: Parts): Handler => {
  const served = page(files)
  const proxied = proxy(app)
  const told = events(app)
  return async (request) => {
    const { path, method } = request
    if (path.replace(/\/$/, '') === signedOnPath && method === 'POST')
      return operations(withParts(request, { path: signedOnPath }))
    if (!path.startsWith('/api/')) return served(request)
    requireOrigin(app, request)
    if (path.startsWith('/api/proxy/')) return proxied(request)
    if (path === '/api/events' && method === 'GET') return told(request)
    return withHeaders(await operations(request), { 'cache-control': 'no-store' })
  }
}
