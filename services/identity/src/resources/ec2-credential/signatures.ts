import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** The parts of a request that an AWS signature covers. */
export interface SignedRequest {
  readonly signature?: string | undefined
  readonly host?: string | undefined
  readonly verb?: string | undefined
  readonly path?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, unknown>> | undefined
  readonly body_hash?: string | undefined
}

const textsOf = (values: Readonly<Record<string, unknown>> = {}): [string, string][] =>
  Object.entries(values).map(([name, value]) => [name, String(value)])

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : one > other ? 1 : 0

/** Percent-encoding of RFC 3986: everything but letters, digits and `-_.~`. */
const quoted = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const queryOf = (params: readonly [string, string][]): string =>
  params
    .toSorted(byName)
    .map(([name, value]) => `${quoted(name)}=${quoted(value)}`)
    .join('&')

const mac = (algorithm: 'sha1' | 'sha256', key: string | Buffer, text: string | Buffer): Buffer =>
  createHmac(algorithm, key).update(text).digest()

/** The signing key of AWS Signature Version 4 for a date, region and service. */
export const scopedKey = (
  secret: string,
  [date = '', region = '', service = '']: readonly string[],
): Buffer =>
  [region, service, 'aws4_request'].reduce(
    (key, part) => mac('sha256', key, part),
    mac('sha256', `AWS4${secret}`, date),
  )

const version0 = (secret: string, { params = {} }: SignedRequest): string =>
  mac('sha1', secret, `${params.Action ?? ''}${params.Timestamp ?? ''}`).toString('base64')

const version1 = (secret: string, { params }: SignedRequest): string => {
  const sorted = textsOf(params).toSorted(([one], [other]) =>
    byName([one.toLowerCase(), ''], [other.toLowerCase(), '']),
  )
  return mac('sha1', secret, sorted.flat().join('')).toString('base64')
}

const version2 = (secret: string, { verb = '', host = '', path = '', params }: SignedRequest): string => {
  const signed = `${verb}\n${host}\n${path}\n${queryOf(textsOf(params))}`
  return mac('sha256', secret, signed).toString('base64')
}

/** The signature parameters of a Version 4 request, from its header or query. */
const version4Parts = ({ params = {}, headers = {} }: SignedRequest) => {
  const lower = new Map(textsOf(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const authorization = lower.get('authorization') ?? ''
  const said = (name: string) => new RegExp(`${name}=([^,\\s]+)`).exec(authorization)?.[1]
  const credential = said('Credential') ?? String(params['X-Amz-Credential'] ?? '')
  const signedHeaders = said('SignedHeaders') ?? String(params['X-Amz-SignedHeaders'] ?? '')
  const date = lower.get('x-amz-date') ?? String(params['X-Amz-Date'] ?? '')
  return { lower, scope: credential.split('/').slice(1), signedHeaders, date }
}

const version4 = (secret: string, request: SignedRequest): string => {
  const { verb = '', host = '', path = '', params, body_hash = '' } = request
  const { lower, scope, signedHeaders, date } = version4Parts(request)
  const headers = signedHeaders
    .split(';')
    .map((name) => {
      const value = name === 'host' ? (lower.get('host') ?? host) : (lower.get(name) ?? '')
      return `${name}:${value.trim()}\n`
    })
    .join('')
  const query = queryOf(textsOf(params).filter(([name]) => name !== 'X-Amz-Signature'))
  const canonical = [verb, path, verb === 'POST' ? '' : query, headers, signedHeaders, body_hash].join('\n')
  const signed = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash('sha256', canonical, 'hex')].join('\n')
  return mac('sha256', scopedKey(secret, scope), signed).toString('hex')
}

const isVersion4 = ({ params = {}, headers = {} }: SignedRequest): boolean =>
  params['X-Amz-Algorithm'] === 'AWS4-HMAC-SHA256' ||
  textsOf(headers).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && value.startsWith('AWS4-HMAC-SHA256'),
  )

const signatureOf = (secret: string, request: SignedRequest): string | undefined => {
  if (isVersion4(request)) return version4(secret, request)
  switch (String(request.params?.SignatureVersion ?? '')) {
    case '0':
      return version0(secret, request)
    case '1':
      return version1(secret, request)
    case '2':
      return version2(secret, request)
    default:
      return undefined
  }
}

const same = (one: string, other: string | undefined): boolean =>
  other !== undefined &&
  Buffer.byteLength(one) === Buffer.byteLength(other) &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Whether a request was signed with the secret. Some clients sign the host without its port. */
export const isSigned = (secret: string, request: SignedRequest): boolean => {
  const { signature = '', host = '' } = request
  if (same(signature, signatureOf(secret, request))) return true
  const [bare = ''] = host.split(':')
  return bare !== host && same(signature, signatureOf(secret, { ...request, host: bare }))
}

/** Whether an S3 request was signed with the secret; `text` is the string to sign. */
export const isSignedText = (secret: string, text: Buffer, signature: string): boolean => {
  const [algorithm, , scope = '', , ...more] = text.toString().split('\n')
  if (!text.toString().startsWith('AWS4'))
    return same(signature, mac('sha1', secret, text).toString('base64'))
  const parts = scope.split('/')
  const isScope =
    parts.length === 4 && parts[3] === 'aws4_request' && ['s3', 'iam', 'sts'].includes(parts[2] ?? '')
  if (algorithm !== 'AWS4-HMAC-SHA256' || more.length > 0 || !isScope) return false
  return same(signature, mac('sha256', scopedKey(secret, parts), text).toString('hex'))
}

/** The time in a request's signature; undefined if it has none. */
export const signedAt = ({ params = {}, headers = {} }: SignedRequest): string | undefined => {
  const lower = new Map(textsOf(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const said = params.Timestamp ?? lower.get('x-amz-date') ?? params['X-Amz-Date']
  return said === undefined ? undefined : String(said)
}
