import { createHmac, timingSafeEqual } from 'node:crypto'
import { noQuery, withHeaders } from '@nimbo/http/message'
import ipaddr from 'ipaddr.js'
import type { Middleware, ObjectRequest } from '../object-request.ts'
import type { SwiftApp } from '../../app/app.ts'
import { signedAccess } from '../../app/access/signed-access.ts'
import { pathOf } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import { signedPaths } from './signed-paths.ts'
import { keysOf } from './signing-keys.ts'

/** The query parameters of a temporary URL. */
interface SignedUrl {
  readonly signature: Buffer
  readonly digest: string
  readonly expires: number
  readonly prefix: string | undefined
  readonly addresses: string | undefined
}

const digestOfLength: Readonly<Record<number, string>> = { 20: 'sha1', 32: 'sha256', 64: 'sha512' }

/** Reads a signature in hex, or as `sha512:` and standard or URL-safe base64. */
const readSignature = (text: string): Pick<SignedUrl, 'signature' | 'digest'> | undefined => {
  const [, named, encoded] = /^(sha1|sha256|sha512):([A-Za-z0-9+/_=-]+)$/.exec(text) ?? []
  if (named !== undefined && encoded !== undefined)
    return {
      digest: named,
      signature: Buffer.from(encoded.replaceAll('-', '+').replaceAll('_', '/'), 'base64'),
    }
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined
  const signature = Buffer.from(text, 'hex')
  const digest = digestOfLength[signature.length]
  return digest === undefined ? undefined : { digest, signature }
}

/** Seconds since 1970, or an ISO 8601 time in UTC. */
const readExpiry = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000)

const readUrl = ({ query }: ObjectRequest): SignedUrl | undefined => {
  const signed = readSignature(query.get('temp_url_sig') ?? '')
  const expires = readExpiry(query.get('temp_url_expires') ?? '')
  if (!signed || Number.isNaN(expires)) return undefined
  return {
    ...{ ...signed, expires },
    prefix: query.get('temp_url_prefix') ?? undefined,
    addresses: query.get('temp_url_ip_range') ?? undefined,
  }
}

const isWithin = (address: string, range: string): boolean => {
  try {
    const caller = ipaddr.process(address)
    const [network, bits] = range.includes('/')
      ? ipaddr.parseCIDR(range)
      : [ipaddr.process(range), caller.kind() === 'ipv4' ? 32 : 128]
    return network.kind() === caller.kind() && caller.match(network, Number(bits))
  } catch {
    return false
  }
}

/** The texts that the client may have signed: method, expiry, path and IP range. */
const signedTexts = (
  request: ObjectRequest,
  { prefix, addresses, expires }: SignedUrl,
  method: string,
): readonly string[] => {
  const { account, container = '' } = request
  const path =
    prefix === undefined ? decodeURIComponent(pathOf(request)) : `/v1/${account}/${container}/${prefix}`
  const range = addresses === undefined ? '' : `ip=${addresses}\n`
  const kind = prefix === undefined ? '' : 'prefix:'
  return signedPaths(request, path).map(
    (signed) => `${range}${method}\n${Math.floor(expires)}\n${kind}${signed}`,
  )
}

/** HEAD is also allowed by signatures for GET, PUT and POST. */
const signedMethods = (method: string): readonly string[] =>
  method === 'HEAD' ? ['HEAD', 'GET', 'PUT', 'POST'] : [method]

/** Headers that would let a change of the object refer to objects outside the signed path. */
const reaching = ['x-object-manifest', 'x-symlink-target', 'x-symlink-target-account', 'x-copy-from']

/**
 * Authorizes requests with a temporary URL, signed with a key of the account or container. It is valid for one object or for all
 * names with a prefix, until it expires, and optionally only from an IP range.
 */
export const temporaryUrl =
  (app: SwiftApp): Middleware =>
  (next) =>
  async (request) => {
    const { query, container, object, method, account } = request
    if (!query.has('temp_url_sig') && !query.has('temp_url_expires')) return next(request)
    if (method === 'OPTIONS') return next(request)
    const { methods, allowed_digests } = app.config['filter:tempurl']
    const refuse = () => errors.Unauthenticated({}, { cause: 'Temp URL invalid' })
    const url = readUrl(request)
    if (!url || container === undefined || object === undefined) throw refuse()
    if (!allowed_digests.includes(url.digest) || !methods.includes(method)) throw refuse()
    if (url.expires * 1000 <= app.clock.now()) throw refuse()
    if (url.prefix !== undefined && !object.startsWith(url.prefix)) throw refuse()
    if (url.addresses !== undefined && !isWithin(request.http.remoteAddress, url.addresses)) throw refuse()
    const texts = signedMethods(method).flatMap((one) => signedTexts(request, url, one))
    const key = (await keysOf(app, request)).find(({ secret }) =>
      texts.some((text) => {
        const made = createHmac(url.digest, secret).update(text).digest()
        return made.length === url.signature.length && timingSafeEqual(made, url.signature)
      }),
    )
    if (!key) throw refuse()
    const wanted = reaching.find((name) => request.headers[name] !== undefined)
    if (method !== 'GET' && method !== 'HEAD' && wanted !== undefined)
      throw errors.Invalid({ reason: `The header '${wanted}' is not allowed in this tempurl` })
    const scope = key.isOfContainer ? { account, container } : { account }
    // The signature does not cover the other query parameters, such as `multipart-manifest` and `extract-archive`.
    const response = await next({ ...request, query: noQuery, access: signedAccess(scope) })
    if (response.status >= 300 || (method !== 'GET' && method !== 'HEAD')) return response
    const { 'content-disposition': kept, ...headers } = withoutPrivate(response.headers)
    return withHeaders(
      { ...response, headers },
      {
        'content-disposition': dispositionOf(query, object, kept),
        expires: new Date(url.expires * 1000).toUTCString(),
      },
    )
  }

/** Removes metadata from the response unless its name marks it as public (`X-Object-Meta-Public-`). */
const withoutPrivate = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith('x-object-meta-') || name.startsWith('x-object-meta-public-'),
    ),
  )

const dispositionOf = (query: URLSearchParams, object: string, kept: string | undefined): string => {
  const name = query.get('filename')
  const quoted = (text: string): string =>
    `filename="${text.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(text)}`
  if (query.has('inline')) return name === null ? 'inline' : `inline; ${quoted(name)}`
  if (name !== null) return `attachment; ${quoted(name)}`
  return kept ?? `attachment; ${quoted(object.split('/').at(-1) ?? object)}`
}
