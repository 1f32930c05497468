import { newHexId } from '@nimbo/kernel/ids'
import type { SwiftApp } from '../../../app/app.ts'
import { markerName } from '../../../app/multipart/parts.ts'
import { kept } from '../../../domain/s3/system-metadata.ts'
import { uploadObject } from '../../object/upload-object.ts'
import { newObjectHeaders } from '../object/new-object-headers.ts'
import { requireKey } from '../object/put-s3-object.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, withSegments } from '../s3-request.ts'
import { xmlReply } from '../xml.ts'
import { segmentsFor } from './upload.ts'

export const createUpload = (app: SwiftApp): S3Handler => {
  const put = uploadObject(app)
  return async (request) => {
    const { bucket = '', key } = request
    await requireBucket(app, request, 'write')
    const id: string = newHexId<never>()
    requireKey(app, { key: markerName(request, `${id}/10000`) })
    const { name: container } = await segmentsFor(app, request)
    await put(
      asObjectRequest(request, {
        ...{ container, object: markerName(request, id), access: withSegments(request, bucket) },
        headers: { ...newObjectHeaders(app, request), [kept.isUpload]: 'true', 'content-length': '0' },
        body: '',
      }),
    )
    return xmlReply('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
  }
}
