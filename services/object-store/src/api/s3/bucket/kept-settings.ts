import { bytes, noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../../app/app.ts'
import { changeContainer } from '../../container/change-container.ts'
import { requireBucket } from '../require-bucket.ts'
import { asObjectRequest, type S3Handler, type S3Request } from '../s3-request.ts'

/** A handler that reads a setting from the request's document and stores it in a header of the bucket's metadata. */
export const settingKept = (
  app: SwiftApp,
  header: string,
  read: (request: S3Request) => Promise<unknown>,
): S3Handler => {
  const change = changeContainer(app)
  return async (request) => {
    await requireBucket(app, request, 'own')
    const headers = { [header]: JSON.stringify(await read(request)) }
    await change(asObjectRequest(request, { method: 'POST', headers }))
    return bytes(200, '', {})
  }
}

/** A handler that removes the setting. */
export const settingForgotten = (app: SwiftApp, header: string): S3Handler => {
  const change = changeContainer(app)
  return async (request) => {
    await requireBucket(app, request, 'own')
    await change(asObjectRequest(request, { method: 'POST', headers: { [header]: '' } }))
    return noContent()
  }
}
