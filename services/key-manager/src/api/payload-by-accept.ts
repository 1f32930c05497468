import { type Filter, withParts } from '@nimbo/http/message'

const ofSecret = /^\/v1\/secrets\/[^/]+$/

/** Barbican shows JSON to whoever says nothing, anything or just that. */
const takesJson = (accept: string | undefined): boolean =>
  accept === undefined || accept === 'application/json' || accept === '*/*'

/** Whoever asks for a secret in another form than JSON is given its payload, as of old. */
export const payloadByAccept: Filter = (next) => (request) => {
  const { method, path, headers } = request
  const asksForPayload = method === 'GET' && ofSecret.test(path) && !takesJson(headers.accept)
  return next(asksForPayload ? withParts(request, { path: `${path}/payload` }) : request)
}
