import { createHmac, randomUUID } from 'node:crypto'

/** Percent-encodes everything but letters, digits and `-._~` (RFC 5849, 3.6). */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signed {
  readonly method: string
  /** Without query. */
  readonly url: string
  readonly consumer: { readonly key: string; readonly secret: string }
  readonly token?: { readonly key: string; readonly secret: string }
  /** `oauth_callback` or `oauth_verifier`. */
  readonly more: Readonly<Record<string, string>>
  readonly nowMs: number
}

/** The header `Authorization` of a request signed with the secrets of a consumer and of a token (OAuth 1.0, HMAC-SHA1). */
export const oauthHeader = ({ method, url, consumer, token, more, nowMs }: Signed): string => {
  const said = {
    ...{ oauth_consumer_key: consumer.key, oauth_nonce: randomUUID(), oauth_signature_method: 'HMAC-SHA1' },
    ...{ oauth_timestamp: String(Math.floor(nowMs / 1000)), oauth_version: '1.0' },
    ...(token && { oauth_token: token.key }),
    ...more,
  }
  const pairs = Object.entries(said).map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  const text = [method, escaped(url), escaped(pairs.toSorted().join('&'))].join('&')
  const key = `${escaped(consumer.secret)}&${escaped(token?.secret ?? '')}`
  const oauth_signature = createHmac('sha1', key).update(text).digest('base64')
  const all = Object.entries({ ...said, oauth_signature })
  return `OAuth ${all.map(([name, value]) => `${name}="${escaped(value)}"`).join(', ')}`
}
