import type { SwiftApp } from '../../app/app.ts'
import type { ObjectHandler } from '../object-request.ts'
import { copyObject } from './copy-object.ts'
import { putLink } from './put-link.ts'
import { isManifestOfPeer, putManifest } from './put-manifest.ts'
import { restoreObject } from './restore-object.ts'
import { superseded } from './superseded.ts'
import { uploadObject } from './upload-object.ts'

/** PUT of an object: with a body, as a copy, as a static large object, as a symlink, or as the restoration of a version. */
export const putAnyObject = (app: SwiftApp): ObjectHandler => {
  const [upload, copy, manifest, link] = [uploadObject(app), copyObject(app), putManifest(app), putLink(app)]
  const restore = restoreObject(app)
  const put: ObjectHandler = (request) => {
    if (request.headers['x-copy-from'] !== undefined) return copy(request)
    if (request.headers['x-symlink-target'] !== undefined) return link(request)
    if (request.query.get('multipart-manifest') === 'put' || isManifestOfPeer(request))
      return manifest(request)
    if (request.query.has('version-id')) return restore(request)
    return upload(request)
  }
  return async (request) => {
    const { asOf } = request
    if (asOf === undefined) return put(request)
    return (await superseded(app, { ...request, asOf })) ?? put(request)
  }
}
