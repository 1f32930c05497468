import type { SwiftApp } from '../../app/app.ts'
import { rateLimiter } from '../../app/rate-limiter.ts'
import { s3Errors } from '../../s3-errors.ts'
import { asObjectRequest, type S3Request } from './s3-request.ts'

/** Delays S3 requests by the same limits as Swift's API; throws if they would wait too long. */
export const s3RateLimit = (app: SwiftApp): ((request: S3Request) => Promise<void>) => {
  const limiter = rateLimiter(app)
  if (!limiter) return async () => {}
  return async (request) => {
    const verdict = await limiter(asObjectRequest(request))
    if (verdict === 'limited') throw s3Errors.SlowDown()
    if (verdict === 'blacklisted') throw s3Errors.AccessDenied()
  }
}
