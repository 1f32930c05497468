import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { endUpload } from '../../../app/multipart/end-upload.ts'
import type { S3Handler } from '../s3-request.ts'
import { requireUpload, uploadOf } from './upload.ts'

export const abortUpload =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await endUpload(app, uploadOf(request, await requireUpload(app, request)))
    return noContent()
  }
