import { bytes } from '@nimbo/http/reply'
import type { HttpResponse } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { Middleware, ObjectHandler, ObjectRequest } from '../object-request.ts'
import type { SwiftApp } from '../../app/app.ts'
import type { Container } from '../../db/containers.ts'
import { webListing } from './web-listing.ts'

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true'

/** The settings of a container as a static web site. */
interface Site {
  readonly index: string | undefined
  readonly error: string | undefined
  readonly lists: boolean
  readonly style: string | undefined
}

const siteOf = ({ metadata }: Container): Site => ({
  index: metadata['x-container-meta-web-index'],
  error: metadata['x-container-meta-web-error'],
  lists: isTrue(metadata['x-container-meta-web-listings']),
  style: metadata['x-container-meta-web-listings-css'],
})

/**
 * Serves containers as static web sites if their metadata enables it: the index page or a listing for a folder, and the site's
 * error page for 401 and 404. Applies to requests without a token and to those with `X-Web-Mode: true`.
 */
export const staticWeb =
  (app: SwiftApp): Middleware =>
  (next) =>
  async (request) => {
    const { method, container: name, headers } = request
    const isBrowser = headers['x-auth-token'] === undefined || isTrue(headers['x-web-mode'])
    if (name === undefined || (method !== 'GET' && method !== 'HEAD') || !isBrowser) return next(request)
    const container = await app.containers.find(request.account, name)
    if (!container) return next(request)
    const site = siteOf(container)
    if (site.index === undefined && site.error === undefined && !site.lists) return next(request)
    return answerOr(request, site, next, () => page(app, request, site, next))
  }

const isFolder = ({ object, http }: ObjectRequest): boolean => object === undefined || http.path.endsWith('/')

const page = async (
  app: SwiftApp,
  request: ObjectRequest,
  site: Site,
  next: ObjectHandler,
): Promise<HttpResponse> => {
  if (!isFolder(request)) {
    try {
      return await next(request)
    } catch (error) {
      if (!isFault(error, 'NotFound') || (site.index === undefined && !site.lists)) throw error
      if (await isFolderName(request, site, next)) return moved(request)
      throw error
    }
  }
  if (request.object === undefined && !request.http.path.endsWith('/')) return moved(request)
  const folder = request.object ?? ''
  if (site.index !== undefined) {
    try {
      return await next({ ...request, object: folder + site.index })
    } catch (error) {
      if (!isFault(error, 'NotFound') || !site.lists) throw error
    }
  }
  return site.lists ? webListing(app, request, folder, site.style) : next(request)
}

const moved = ({ http }: ObjectRequest): HttpResponse =>
  bytes(301, '', {
    location: `${http.origin}${http.mount}${http.path}/`,
    'content-type': 'text/html; charset=UTF-8',
  })

/** Whether the path names a folder without its slash: one with an index page, or with objects that the caller may list. */
const isFolderName = async (
  request: ObjectRequest,
  { index }: Site,
  next: ObjectHandler,
): Promise<boolean> => {
  const { object, ...container } = request
  const { referer } = request.headers
  const headers = referer === undefined ? {} : { referer }
  const page = { ...request, method: 'HEAD', object: `${object}/${index}`, headers }
  if (index !== undefined && (await succeeds(() => next(page)))) return true
  const query = new URLSearchParams({ prefix: `${object}/`, limit: '1' })
  return succeeds(() => next({ ...container, method: 'GET', query, headers }))
}

const succeeds = async (ask: () => Promise<HttpResponse>): Promise<boolean> => {
  try {
    return (await ask()).status === 200
  } catch (error) {
    if (!isFault(error)) throw error
    return false
  }
}

/** Replaces an error response by the site's error page with the same status, if there is one. */
const answerOr = async (
  request: ObjectRequest,
  { error: suffix }: Site,
  next: ObjectHandler,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  try {
    return await work()
  } catch (error) {
    if (suffix === undefined || !isFault(error)) throw error
    const status = error.kind === 'notFound' ? 404 : error.kind === 'unauthenticated' ? 401 : undefined
    if (status === undefined) throw error
    const shown = await next({ ...request, method: 'GET', object: `${status}${suffix}`, headers: {} }).catch(
      (problem: unknown) => {
        if (!isFault(problem)) throw problem
        return undefined
      },
    )
    if (shown?.status !== 200) throw error
    return { ...shown, status }
  }
}
