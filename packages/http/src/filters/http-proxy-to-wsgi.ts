import { type Filter, withParts } from '../message.ts'

/** Of several proxies, the one the client spoke to comes first. */
const nearest = (header: string | undefined): string | undefined => header?.split(',')[0]?.trim()

/** Believes a proxy's `X-Forwarded-*` about the origin clients see, so that links lead back through the proxy. Off unless asked for. */
export const httpProxyToWsgi = (enabled: boolean): Filter => {
  if (!enabled) return (next) => next
  return (next) => async (request) => {
    const host = nearest(request.headers['x-forwarded-host'])
    const scheme = nearest(request.headers['x-forwarded-proto'])
    if (!host && !scheme) return next(request)
    const seen = new URL(request.origin)
    const prefix = request.headers['x-forwarded-prefix'] ?? ''
    return next(
      withParts(request, {
        origin: `${scheme ?? seen.protocol.slice(0, -1)}://${host ?? seen.host}`,
        mount: prefix + request.mount,
      }),
    )
  }
}
