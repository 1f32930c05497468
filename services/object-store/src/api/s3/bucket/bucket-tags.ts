import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { keptOfBucket } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { changeContainer } from '../../container/change-container.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler } from '../s3-request.ts'
import { readTags, tagsReply } from '../tags.ts'

const mostTags = 50

export const showBucketTags =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { metadata } = await requireBucket(app, request, 'own')
    const tags = metadata[keptOfBucket.tags]
    if (tags === undefined) throw s3Errors.NoSuchTagSet()
    return tagsReply(tags)
  }

export const setBucketTags = (app: SwiftApp): S3Handler => {
  const change = changeContainer(app)
  return async (request) => {
    await requireBucket(app, request, 'own')
    const headers = { [keptOfBucket.tags]: await readTags(request, mostTags) }
    await change(asObjectRequest(request, { method: 'POST', headers }))
    return noContent()
  }
}

export const removeBucketTags = (app: SwiftApp): S3Handler => {
  const change = changeContainer(app)
  return async (request) => {
    await change(asObjectRequest(request, { method: 'POST', headers: { [keptOfBucket.tags]: '' } }))
    return noContent()
  }
}
