import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import type { S3Handler } from '../s3-request.ts'
import { endUpload } from './end-upload.ts'
import { requireUpload } from './upload.ts'

export const abortUpload =
  (app: SwiftApp): S3Handler =>
  async (request) => {
    await endUpload(app, await requireUpload(app, request))
    return noContent()
  }
