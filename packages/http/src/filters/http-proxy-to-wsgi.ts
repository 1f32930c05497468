import { type Filter, withParts } from '../message.ts'

/** The first value is from the proxy closest to the client. */
const nearest = (header: string | undefined): string | undefined => header?.split(',')[0]?.trim()

/**
 * Takes the client's view of scheme and host from `X-Forwarded-*`, so that links lead through the proxy. Off by default
 * (`enable_proxy_headers_parsing`).
 */
export const httpProxyToWsgi = (enabled: boolean): Filter => {
  if (!enabled) return (next) => next
  return (next) => async (request) => {
    const host = nearest(request.headers['x-forwarded-host'])
    const scheme = nearest(request.headers['x-forwarded-proto'])
    if (!host && !scheme) return next(request)
    const seen = new URL(request.origin)
    const prefix = request.headers['x-forwarded-prefix'] ?? ''
    request.state.forwardedPrefix = prefix
    return next(
      withParts(request, {
        origin: `${scheme ?? seen.protocol.slice(0, -1)}://${host ?? seen.host}`,
        mount: prefix + request.mount,
      }),
    )
  }
}
