import { withHeaders } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import { pathOf } from '../../domain/resource-path.ts'
import { contentOf, plainContent } from '../content/content-of.ts'
import { followLinks, requireObject } from '../content/find-object.ts'
import type { ObjectHandler } from '../object-request.ts'
import { download } from './download.ts'
import { showManifest } from './show-manifest.ts'

/**
 * GET and HEAD of an object, following symlinks. `?symlink=get` returns the symlink itself, `?multipart-manifest=get` the
 * manifest.
 */
export const getObject =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    if (request.query.get('symlink') === 'get') {
      const { object } = await requireObject(app, request)
      return download(request, object, plainContent(app, object))
    }
    const found = await followLinks(app, request)
    const { object } = found
    if (request.query.get('multipart-manifest') === 'get' && object.kind !== 'bytes')
      return showManifest(app, request, object)
    const response = await download(request, object, await contentOf(app, found.request, object))
    return found.request === request
      ? response
      : withHeaders(response, { 'content-location': pathOf(found.request) })
  }
