import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parts of a request that an OAuth 1.0a signature covers. */
export interface SignedCall {
  readonly method: string
  /** Without query: `http://127.0.0.1:5000/identity/v3/OS-OAUTH1/request_token`. */
  readonly url: string
  readonly query: URLSearchParams
  /** The header `Authorization`. */
  readonly authorization: string
}

/** Percent-encoding of RFC 5849, 3.6: everything but letters, digits and `-._~`. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The parameters of a header `OAuth a="1", b="2"`; undefined for other headers (RFC 5849, 3.5.1). */
export const oauthParameters = (authorization: string): ReadonlyMap<string, string> | undefined => {
  const [, rest] = /^OAuth\s+(.*)$/is.exec(authorization) ?? []
  if (rest === undefined) return undefined
  const parameters = new Map<string, string>()
  for (const part of rest.split(',')) {
    const [, name, value] = /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(part) ?? []
    const plain = value === undefined ? undefined : unescaped(value)
    if (name === undefined || plain === undefined || parameters.has(name)) return undefined
    parameters.set(name, plain)
  }
  return parameters
}

/** The base string URI; the scheme's default port is omitted (RFC 5849, 3.4.1.2). */
const baseUrl = (url: string): string => {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** The signature base string (RFC 5849, 3.4.1). */
const signedText = ({ method, url, query }: SignedCall, parameters: ReadonlyMap<string, string>): string => {
  const said = [...parameters].filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  const pairs = [...said, ...query].map(([name, value]) => [escaped(name), escaped(value)] as const)
  const sorted = pairs.toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
  const normalized = sorted.map(([name, value]) => `${name}=${value}`).join('&')
  return [method.toUpperCase(), escaped(baseUrl(url)), escaped(normalized)].join('&')
}

const digests: ReadonlyMap<string, string> = new Map([
  ['HMAC-SHA1', 'sha1'],
  ['HMAC-SHA256', 'sha256'],
])

/** Computes the signature of a call; undefined for an unknown signature method. */
export const oauthSignature = (
  call: SignedCall,
  parameters: ReadonlyMap<string, string>,
  secrets: { readonly consumer: string; readonly token?: string },
): string | undefined => {
  const digest = digests.get(parameters.get('oauth_signature_method') ?? '')
  if (digest === undefined) return undefined
  const key = `${escaped(secrets.consumer)}&${escaped(secrets.token ?? '')}`
  return createHmac(digest, key).update(signedText(call, parameters)).digest('base64')
}

/** Whether a call was signed with these secrets, compared in constant time. */
export const isSignedBy = (
  call: SignedCall,
  parameters: ReadonlyMap<string, string>,
  secrets: { readonly consumer: string; readonly token?: string },
): boolean => {
  const wanted = oauthSignature(call, parameters, secrets)
  const given = parameters.get('oauth_signature')
  if (wanted === undefined || given === undefined) return false
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
