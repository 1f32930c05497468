import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { destroyObject } from '../../../app/destroy-object.ts'
import { removeContainer } from '../../../app/remove-container.ts'
import { segmentsOf } from '../../../domain/s3/system-metadata.ts'
import { s3Errors } from '../../../s3-errors.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Handler } from '../s3-request.ts'

const batch = 1000

/** Deletes an empty bucket, and the parts of its incomplete multipart uploads. */
export const deleteBucket =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    const { id, name, account } = await requireBucket(app, request, 'own')
    if (!(await removeContainer(app, id))) throw s3Errors.BucketNotEmpty()
    const segments = await app.containers.find(account, segmentsOf(name))
    if (segments) {
      for (;;) {
        const names = await app.objects.names(segments.id, batch)
        for (const one of names) await destroyObject(app, segments.id, one)
        if (names.length < batch) break
      }
      await app.containers.removeEmpty(segments.id)
    }
    return noContent()
  }
