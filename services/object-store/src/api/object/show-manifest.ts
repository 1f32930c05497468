import { Readable } from 'node:stream'
import type { HttpResponse } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import { plainContent } from '../content/content-of.ts'
import { rewritten } from '../../domain/manifest.ts'
import { manifestOf } from '../../app/manifest-of.ts'
import type { ObjectRequest } from '../object-request.ts'
import { download } from './download.ts'

/** The manifest of a large object as stored, or with `format=raw` in the form that a client uploads. */
export const showManifest = async (
  app: SwiftApp,
  request: ObjectRequest,
  object: StoredObject,
): Promise<HttpResponse> => {
  if (object.kind === 'dynamic') return download(request, object, plainContent(app, object))
  const segments = await manifestOf(app, object)
  const isRaw = request.query.get('format') === 'raw'
  const text = Buffer.from(isRaw ? rewritten(segments) : JSON.stringify(segments))
  const shown = { ...object, contentType: 'application/json; charset=utf-8' }
  return download(request, shown, {
    size: text.length,
    etag: object.etag,
    open: async (range) => Readable.from([range ? text.subarray(range.first, range.last + 1) : text]),
  })
}
