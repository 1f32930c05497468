import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { rateLimiter } from '../../app/rate-limiter.ts'
import type { Middleware } from '../object-request.ts'

const html = { 'content-type': 'text/html; charset=UTF-8' }

/** Delays requests that exceed the configured rate and refuses those that would wait too long. */
export const rateLimit = (app: SwiftApp): Middleware => {
  const limiter = rateLimiter(app)
  if (!limiter) return (next) => next
  return (next) => async (request) => {
    const verdict = await limiter(request)
    if (verdict === 'limited') return bytes(498, 'Slow down', html)
    if (verdict === 'blacklisted') return bytes(497, 'Your account has been blacklisted', html)
    return next(request)
  }
}
