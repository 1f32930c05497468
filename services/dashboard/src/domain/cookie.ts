import { createHash, randomBytes } from 'node:crypto'

const name = 'nimbo_session'
const idForm = /^[\w-]{43}$/

/** 256 random bits, used as session id or code of a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The session id in a Cookie header; undefined if there is none of the right form. */
export const sessionIdIn = (cookieHeader: string | undefined): string | undefined => {
  for (const cookie of (cookieHeader ?? '').split(/[;,]/)) {
    const [key = '', value = ''] = cookie.trim().split('=')
    if (key === name && idForm.test(value)) return value
  }
  return undefined
}

interface CookiePlace {
  /** The page's origin; with https the cookie is `Secure`. */
  readonly origin: string
  readonly mount: string
}

const attributesOf = ({ origin, mount }: CookiePlace): string =>
  `Path=${mount}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`

/** A session cookie, which browsers delete when they close; the session itself ends with its token. */
export const sessionCookie = (id: string, place: CookiePlace): string =>
  `${name}=${id}; ${attributesOf(place)}`

export const noCookie = (place: CookiePlace): string => `${name}=; ${attributesOf(place)}; Max-Age=0`
