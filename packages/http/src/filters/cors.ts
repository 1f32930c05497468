import { type Filter, withHeaders } from '../message.ts'

export interface CorsOptions {
  /** Origins allowed to call from a browser; `*` for all; empty for none. */
  readonly allowedOrigins: readonly string[]
  readonly allowMethods: readonly string[]
  readonly allowHeaders: readonly string[]
  readonly exposeHeaders: readonly string[]
  /** How long browsers may cache the preflight reply, in seconds. */
  readonly maxAge: number
}

/** Cross-origin resource sharing for web pages of other origins. */
export const cors = (options: CorsOptions): Filter => {
  if (options.allowedOrigins.length === 0) return (next) => next
  return (next) => async (request) => {
    const { origin } = request.headers
    const allowed =
      origin !== undefined && options.allowedOrigins.some((known) => known === '*' || known === origin)
    if (!allowed) return next(request)
    const headers = { 'access-control-allow-origin': origin, vary: 'Origin' }
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return {
        status: 200,
        headers: {
          ...headers,
          'access-control-allow-methods': options.allowMethods.join(','),
          'access-control-allow-headers': options.allowHeaders.join(','),
          'access-control-max-age': String(options.maxAge),
        },
      }
    }
    return withHeaders(await next(request), {
      ...headers,
      'access-control-expose-headers': options.exposeHeaders.join(','),
    })
  }
}
