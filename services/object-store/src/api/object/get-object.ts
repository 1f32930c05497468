import { withHeaders } from '@nimbo/http/message'
import type { HttpResponse } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import { pathOf } from '../../domain/resource-path.ts'
import { contentOf, plainContent } from '../content/content-of.ts'
import { followLinks, requireObject } from '../content/find-object.ts'
import { type LookedUp, lookUpAgain } from '../content/look-up-again.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { download } from './download.ts'
import { showManifest } from './show-manifest.ts'

/**
 * GET and HEAD of an object, following symlinks. `?symlink=get` returns the symlink itself, `?multipart-manifest=get` the
 * manifest.
 */
export const getObject = (app: SwiftApp): ObjectHandler => {
  const lookUp = lookingUp(app)
  return (request) => lookUpAgain(app, () => lookUp(request))
}

const lookingUp =
  (app: SwiftApp) =>
  async (request: ObjectRequest): Promise<LookedUp<HttpResponse>> => {
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
