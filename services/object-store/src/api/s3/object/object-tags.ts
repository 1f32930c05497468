import { bytes, noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import type { StoredObject } from '../../../db/objects.ts'
import { kept } from '../../../domain/s3/system-metadata.ts'
import { errors } from '../../../errors.ts'
import { requireObject } from '../../content/find-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { readTags, tagsReply } from '../tags.ts'
import { mostTags } from './new-object-headers.ts'

export const showTags =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const versionId = request.query.get('versionId')
    const query = new URLSearchParams(versionId === null ? {} : { 'version-id': versionId })
    const { object } = await requireObject(app, asObjectRequest(request, { query }))
    return tagsReply(object.headers[kept.tags] ?? '')
  }

/** Replaces the tags of an object without changing its timestamp. */
const describe = async (
  app: SwiftApp,
  request: S3Request,
  tagged: (headers: StoredObject['headers']) => StoredObject['headers'],
): Promise<void> => {
  // Older versions are immutable.
  if (request.query.has('versionId')) throw s3Errors.NotImplemented()
  const { id } = await requireBucket(app, request, 'write')
  await app.unit(async ({ containers, objects }) => {
    const object = (await containers.take(id)) ? await objects.find(id, request.key ?? '') : undefined
    if (!object) throw errors.NotFound()
    await objects.describe({ ...object, headers: tagged(object.headers) })
  })
}

export const setTags =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await requireBucket(app, request, 'write')
    const tags = await readTags(request, mostTags)
    await describe(app, request, (headers) => ({ ...headers, [kept.tags]: tags }))
    return bytes(200, '', {})
  }

export const removeTags =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await describe(app, request, ({ [kept.tags]: _, ...headers }) => headers)
    return noContent()
  }
