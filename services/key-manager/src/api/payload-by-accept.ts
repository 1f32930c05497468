import { type Filter, withParts } from '@nimbo/http/message'

const ofSecret = /^\/v1\/secrets\/[^/]+$/

/** JSON is the default, also when any type is accepted. */
const takesJson = (accept: string | undefined): boolean =>
  accept === undefined || accept === 'application/json' || accept === '*/*'

/** A deprecated behaviour: a secret requested with another media type than JSON returns its payload. */
export const payloadByAccept: Filter = (next) => (request) => {
  const { method, path, headers } = request
  const asksForPayload = method === 'GET' && ofSecret.test(path) && !takesJson(headers.accept)
  return next(asksForPayload ? withParts(request, { path: `${path}/payload` }) : request)
}
