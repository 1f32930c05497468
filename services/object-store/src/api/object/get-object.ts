import { withHeaders } from '@nimbo/http/message'
import type { HttpResponse } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import type { SwiftApp } from '../../app/app.ts'
import type { FoundObject } from '../../db/find-object.ts'
import { pathOf } from '../../domain/resource-path.ts'
import { contentOf, plainContent } from '../content/content-of.ts'
import { followLinks, requireObject } from '../content/find-object.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { download } from './download.ts'
import { showManifest } from './show-manifest.ts'

/** An object that is replaced this often while one request reads it gets an error. */
const mostLookups = 5

/**
 * GET and HEAD of an object, following symlinks. `?symlink=get` returns the symlink itself, `?multipart-manifest=get` the
 * manifest.
 */
export const getObject = (app: SwiftApp): ObjectHandler => {
  const lookUp = lookingUp(app)
  return async (request) => {
    for (let lookups = 1; ; lookups += 1) {
      const { found, answer } = await lookUp(request)
      try {
        return await answer()
      } catch (error) {
        // Between the lookup and the opening of its bytes the object may have been replaced, and the bytes removed.
        if (isFault(error) || lookups === mostLookups || !(await hasChanged(app, found))) throw error
      }
    }
  }
}

const hasChanged = async (app: SwiftApp, { container, object }: FoundObject): Promise<boolean> =>
  (await app.objects.find(container.id, object.name))?.blob !== object.blob

interface LookedUp {
  readonly found: FoundObject
  readonly answer: () => Promise<HttpResponse>
}

const lookingUp =
  (app: SwiftApp) =>
  async (request: ObjectRequest): Promise<LookedUp> => {
    if (request.query.get('symlink') === 'get') {
      const found = await requireObject(app, request)
      const { object } = found
      return { found, answer: () => download(request, object, plainContent(app, object)) }
    }
    const found = await followLinks(app, request)
    const { object } = found
    if (request.query.get('multipart-manifest') === 'get' && object.kind !== 'bytes')
      return { found, answer: () => showManifest(app, request, object) }
    const answer = async (): Promise<HttpResponse> => {
      const response = await download(request, object, await contentOf(app, found.request, object))
      return found.request === request
        ? response
        : withHeaders(response, { 'content-location': pathOf(found.request) })
    }
    return { found, answer }
  }
