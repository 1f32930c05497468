import { createHash, randomBytes } from 'node:crypto'

const name = 'nimbo_session'
const idForm = /^[\w-]{43}$/

/** 256 random bits, as cookies and links hold them. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** What the cookie of a session holds; undefined where none is sent, or one that we never gave. */
export const sessionIdIn = (cookieHeader: string | undefined): string | undefined => {
  for (const cookie of (cookieHeader ?? '').split(/[;,]/)) {
    const [key = '', value = ''] = cookie.trim().split('=')
    if (key === name && idForm.test(value)) return value
  }
  return undefined
}

interface CookiePlace {
  /** The origin of the page: over TLS the cookie never goes without. */
  readonly origin: string
  readonly mount: string
}

const attributesOf = ({ origin, mount }: CookiePlace): string =>
  `Path=${mount}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`

/** Gone with the browser; the session itself ends when its token does. */
export const sessionCookie = (id: string, place: CookiePlace): string =>
  `${name}=${id}; ${attributesOf(place)}`

export const noCookie = (place: CookiePlace): string => `${name}=; ${attributesOf(place)}; Max-Age=0`
