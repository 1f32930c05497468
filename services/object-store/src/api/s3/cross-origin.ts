import { type Handler, type HttpRequest, type HttpResponse, withHeaders } from '@nimbo/http/message'
import { bytes } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { allowedOriginOf, allowingRule, type CorsAsked, type CorsRule } from '../../domain/s3/cors.ts'
import { s3Errors } from '../../s3-errors.ts'
import { corsOf } from './bucket/bucket-cors.ts'
import { namedBy } from './s3-path.ts'

/**
 * The maximum number of equally named buckets, of different accounts, to examine: preflight requests are not signed, so the
 * account is unknown.
 */
const mostBuckets = 100

const words = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const rulesOf = async (app: SwiftApp, bucket: string | undefined): Promise<readonly CorsRule[]> => {
  if (bucket === undefined) return []
  const found = await app.containers.named(bucket, mostBuckets)
  return found.flatMap(({ metadata }) => corsOf(metadata) ?? [])
}

const headersFor = (rule: CorsRule, { origin, headers }: CorsAsked): Readonly<Record<string, string>> => ({
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  'access-control-allow-origin': allowedOriginOf(rule, origin),
  'access-control-allow-methods': rule.methods.join(', '),
  ...(headers.length === 0 ? {} : { 'access-control-allow-headers': headers.join(', ') }),
  ...(rule.exposed.length === 0 ? {} : { 'access-control-expose-headers': rule.exposed.join(', ') }),
  ...(rule.maxAge === undefined ? {} : { 'access-control-max-age': String(rule.maxAge) }),
})

const bucketOf = (app: SwiftApp, http: HttpRequest): string | undefined =>
  namedBy(app.config['filter:s3api'], http).bucket

const preflight = async (app: SwiftApp, http: HttpRequest): Promise<HttpResponse> => {
  const { origin, 'access-control-request-method': method } = http.headers
  if (origin === undefined || method === undefined)
    throw s3Errors.InvalidRequest({ reason: 'Insufficient information. Origin request header needed.' })
  const asked = { origin, method, headers: words(http.headers['access-control-request-headers']) }
  const rule = allowingRule(await rulesOf(app, bucketOf(app, http)), asked)
  if (!rule) throw s3Errors.AccessDenied()
  return bytes(200, '', headersFor(rule, asked))
}

/**
 * Answers CORS preflight requests. They are not signed and so name no account: a rule of any bucket with that name may allow the
 * request. The request that follows must be signed in any case.
 */
export const answeringPreflights =
  (app: SwiftApp) =>
  (next: Handler): Handler =>
  (http) =>
    http.method === 'OPTIONS' ? preflight(app, http) : next(http)

/** Adds CORS headers to responses, including errors, so that browsers let the allowed pages read them. */
export const withOriginHeaders =
  (app: SwiftApp) =>
  (next: Handler): Handler =>
  async (http) => {
    const response = await next(http)
    const { origin } = http.headers
    if (origin === undefined || http.method === 'OPTIONS') return response
    const asked = { origin, method: http.method, headers: [] }
    const rule = allowingRule(await rulesOf(app, bucketOf(app, http)), asked)
    return rule ? withHeaders(response, headersFor(rule, asked)) : response
  }
