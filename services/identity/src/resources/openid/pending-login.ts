import type { KeyRing } from '../../app/keys/key-repository.ts'
import { openFernet, sealFernet } from '../../domain/tokens/fernet.ts'

/** A login that waits for the provider's callback; stored in a cookie of the browser. */
export interface PendingLogin {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The dashboard to return to. */
  readonly origin: string
  /** The path of the redirect URI. */
  readonly path: string
}

const cookieName = 'nimbo_openid_login'
const patienceSeconds = 600

const isPending = (value: unknown): value is PendingLogin =>
  typeof value === 'object' &&
  value !== null &&
  ['state', 'nonce', 'verifier', 'origin', 'path'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  )

/** The cookie of a pending login: encrypted, and not readable by scripts. */
export const cookieOf = (
  keys: KeyRing,
  login: PendingLogin,
  { now, address }: { readonly now: number; readonly address: URL },
): string => {
  const sealed = sealFernet(keys.primary(), Buffer.from(JSON.stringify(login)), now)
  const secure = address.protocol === 'https:' ? '; Secure' : ''
  return `${cookieName}=${sealed}; Path=${address.pathname}; Max-Age=${patienceSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The pending login in the cookies of a callback; undefined if there is none or it has expired. */
export const pendingIn = (
  keys: KeyRing,
  cookies: string | undefined,
  now: number,
): PendingLogin | undefined => {
  const cookie = cookies?.split(';').find((one) => one.trim().startsWith(`${cookieName}=`))
  const opened = openFernet(keys.all(), cookie?.trim().slice(cookieName.length + 1) ?? '')
  if (!opened || opened.sealedAt + patienceSeconds * 1000 <= now) return undefined
  try {
    const login: unknown = JSON.parse(Buffer.from(opened.payload).toString())
    return isPending(login) ? login : undefined
  } catch {
    return undefined
  }
}
