import { hash } from 'node:crypto'
import { s3Errors } from '../../s3-errors.ts'
import { quoted, quotedPath } from './quoted.ts'
import type { Signature, SignedRequest } from './signature.ts'

const algorithm = 'AWS4-HMAC-SHA256'

/** The maximum validity of a presigned URL: a week. */
const mostSeconds = 604_800

/** Parses `20260131T120000Z`, or the RFC 9110 date of the header `Date`. */
const instantOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const asBasic = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const byBytes = ([one = '']: readonly string[], [other = '']: readonly string[]): number =>
  one < other ? -1 : one > other ? 1 : 0

const queryOf = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [quoted(name), quoted(value)])
    .sort((one, other) => byBytes(one, other) || byBytes(one.slice(1), other.slice(1)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch (cause) {
    throw s3Errors.SignatureDoesNotMatch({}, { cause })
  }
}

/** The canonical request, whose digest is signed. */
const canonical = (request: SignedRequest, signedHeaders: string, payload: string): string => {
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}\n`)
    .join('')
  const path = quotedPath(decoded(request.path))
  return [request.method, path, queryOf(request.query), headers, signedHeaders, payload].join('\n')
}

/** Headers that change what a request does; a URL that was signed without them must not be extended by them. */
const mustBeSigned = /^x-amz-(copy|acl|grant|meta|tagging)/

const requireSigned = ({ headers }: SignedRequest, signedHeaders: string): void => {
  const signed = signedHeaders.split(';')
  if (Object.keys(headers).some((name) => mustBeSigned.test(name) && !signed.includes(name)))
    throw s3Errors.AccessDenied()
}

interface Said {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  readonly payload: string
  readonly expires: string | undefined
}

const saidInHeader = ({ headers }: SignedRequest): Said => {
  const { authorization = '' } = headers
  const part = (name: string): string => {
    const [, value] = new RegExp(`[\\s,]${name}=([^,\\s]+)`).exec(authorization) ?? []
    if (value === undefined)
      throw s3Errors.AuthorizationHeaderMalformed({
        reason: `The authorization header is malformed; it lacks ${name}.`,
      })
    return value
  }
  const payload = headers['x-amz-content-sha256']
  if (payload === undefined)
    throw s3Errors.InvalidRequest({
      reason: 'Missing required header for this request: x-amz-content-sha256',
    })
  const date = headers['x-amz-date'] ?? asBasic(Date.parse(headers.date ?? '') || 0)
  return {
    ...{ credential: part('Credential'), signedHeaders: part('SignedHeaders') },
    ...{ signature: part('Signature'), date, payload, expires: undefined },
  }
}

const saidInQuery = ({ query, headers }: SignedRequest): Said => {
  const part = (name: string): string => {
    const value = query.get(name)
    if (value === null || value === '')
      throw s3Errors.AuthorizationQueryParametersError({
        reason:
          'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      })
    return value
  }
  const payload = query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  return {
    ...{ credential: part('X-Amz-Credential'), signedHeaders: part('X-Amz-SignedHeaders') },
    ...{
      signature: part('X-Amz-Signature'),
      date: part('X-Amz-Date'),
      payload,
      expires: part('X-Amz-Expires'),
    },
  }
}

const untilOf = (signedAt: number, expires: string | undefined): number | undefined => {
  if (expires === undefined) return undefined
  if (!/^\d+$/.test(expires) || Number(expires) > mostSeconds)
    throw s3Errors.AuthorizationQueryParametersError({
      reason: `X-Amz-Expires must be a number of seconds, at most a week (${mostSeconds})`,
    })
  return signedAt + Number(expires) * 1000
}

/** The signature of version 4 in a request's header or query; undefined without one. */
export const readSignature4 = (request: SignedRequest): Signature | undefined => {
  const inHeader = request.headers.authorization?.startsWith(algorithm) ?? false
  if (!inHeader && request.query.get('X-Amz-Algorithm') !== algorithm) return undefined
  const malformed = inHeader
    ? s3Errors.AuthorizationHeaderMalformed
    : s3Errors.AuthorizationQueryParametersError
  const said = inHeader ? saidInHeader(request) : saidInQuery(request)
  const [access = '', ...scope] = said.credential.split('/')
  const [day = '', , service, terminator] = scope
  if (scope.length !== 4 || service !== 's3' || terminator !== 'aws4_request')
    throw malformed({ reason: 'The credential must be of the form <key>/<date>/<region>/s3/aws4_request.' })
  const signedAt = instantOf(said.date)
  if (Number.isNaN(signedAt) || !said.date.startsWith(day))
    throw malformed({ reason: `Invalid credential date "${day}". This date is not the same as X-Amz-Date.` })
  if (!said.signedHeaders.split(';').includes('host'))
    throw malformed({ reason: 'The header host must be signed.' })
  requireSigned(request, said.signedHeaders)
  const digest = hash('sha256', canonical(request, said.signedHeaders, said.payload), 'hex')
  return {
    ...{ access, signature: said.signature, signedAt, until: untilOf(signedAt, said.expires) },
    text: [algorithm, said.date, scope.join('/'), digest].join('\n'),
    scope: { date: said.date, scope: scope.join('/') },
  }
}
