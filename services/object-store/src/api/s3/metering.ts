import type { Context } from '@nimbo/kernel/context'
import type { SwiftApp } from '../../app/app.ts'
import { metered } from '../../app/metered.ts'
import type { S3Handler, S3Request } from './s3-request.ts'

/** Performs an S3 request and, if that is on, emits its notification as one to the bucket's container. */
export const s3Metering =
  ({ meter }: Pick<SwiftApp, 'meter'>) =>
  (ctx: Context, request: S3Request, handle: S3Handler): ReturnType<S3Handler> => {
    if (!meter) return handle(request)
    const { account, bucket, key, method, headers, body } = request
    const named = {
      account,
      ...(bucket === undefined ? {} : { container: bucket }),
      ...(key === undefined ? {} : { object: key }),
    }
    return metered(meter, { ...named, ctx, method, headers, body }, (data) =>
      handle({ ...request, body: data }),
    )
  }
