import { Readable } from 'node:stream'
import { ownedByItsReader } from '@nimbo/kernel/owned-bytes'
import type { SwiftApp } from '../../app/app.ts'
import type { StoredObject } from '../../db/objects.ts'
import type { BytesRead } from '../../driver/object-bytes.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import type { Content, OpenContent } from './content.ts'
import { dynamicContent } from './dynamic-content.ts'
import { staticContent } from './static-content.ts'

/** The maximum nesting of manifests. */
const deepest = 10

/** The content of an object as a download sends it. Segments are read with the access rights of the request. */
export const contentOf = async (
  app: SwiftApp,
  request: ObjectRequest,
  object: StoredObject,
  depth = 0,
): Promise<Content> => {
  if (depth > deepest) throw errors.Conflict({ reason: 'Too many levels of nested manifests.' })
  const openPart: OpenContent = (asked, part) => contentOf(app, asked, part, depth + 1)
  switch (object.kind) {
    case 'static':
      return staticContent(app, request, object, openPart)
    case 'dynamic':
      // A dynamic manifest among the segments of another object is read as plain bytes, so loops are impossible.
      return depth > 0 ? plainContent(app, object) : dynamicContent(app, request, object, openPart)
    case 'link':
    case 'bytes':
      return plainContent(app, object)
  }
}

/** The bytes stored for the object itself, without resolving manifests. */
export const plainContent = (app: SwiftApp, { size, etag, blob }: StoredObject): Content => ({
  size,
  etag,
  open: async (range = { first: 0, last: size - 1 }) =>
    blob === null || size === 0 ? nothing : ownedIfStream(await app.bytes.read(blob, range)),
})

const nothing = new Uint8Array()

const ownedIfStream = (data: BytesRead): BytesRead =>
  data instanceof Readable ? ownedByItsReader(data) : data
