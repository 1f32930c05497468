import { identityApi } from '@nimbo/contracts/identity/api'
import { createToken } from '@nimbo/contracts/identity/tokens'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type Authenticate, asNobody, serviceClient } from './service-client.ts'

/** A service's account. */
export interface ServiceCredentials {
  readonly username: string
  readonly password: string
  readonly projectName: string
  readonly domainName: string
}

/** Tokens are renewed this long before they expire, so that none expires during a call. */
const renewBeforeMs = 120_000

/** A 401 with a token as new as this has another reason. */
const notToBlameMs = 1_000

interface Held {
  readonly token: string
  readonly since: number
  readonly expiresAt: number
}

/** The token of a service's account. */
export interface ServiceTokens {
  /** Obtains a token if needed, and caches it; concurrent callers share one request. */
  get(ctx: Context): Promise<string>
  /** Reports a 401 with this token, which may have been revoked and is not used again. Whether another one may be available. */
  refused(token: string | undefined): boolean
}

export const serviceTokens = (
  transport: Transport,
  credentials: ServiceCredentials,
  clock: Clock,
): ServiceTokens => {
  const identity = serviceClient({ transport, api: identityApi, authenticate: asNobody })
  let held: Held | undefined
  let obtaining: Promise<Held> | undefined

  const obtain = async (ctx: Context): Promise<Held> => {
    const { username: name, password, projectName, domainName } = credentials
    const domain = { name: domainName }
    const { headers, body } = await identity.answer(ctx, createToken, {
      repeatable: true,
      body: {
        auth: {
          identity: { methods: ['password'], password: { user: { name, password, domain } } },
          scope: { project: { name: projectName, domain } },
        },
      },
    })
    const token = headers['x-subject-token'] ?? ''
    return { token, since: clock.now(), expiresAt: Date.parse(body.token.expires_at) }
  }

  return {
    get: async (ctx) => {
      if (held && held.expiresAt - renewBeforeMs > clock.now()) return held.token
      obtaining ??= obtain(ctx).finally(() => {
        obtaining = undefined
      })
      held = await obtaining
      return held.token
    },
    refused: (token) => {
      if (token === undefined) return false
      if (token !== held?.token) return true
      if (clock.now() - held.since < notToBlameMs) return false
      held = undefined
      return true
    },
  }
}

/** Calls with the service's own token. */
export const asService = (tokens: ServiceTokens): Authenticate => ({
  headers: async (ctx) => ({ 'x-auth-token': await tokens.get(ctx) }),
  refused: (headers) => tokens.refused(headers['x-auth-token']),
})

/** Calls with the user's token and the service's token beside it. */
export const asUser = (tokens: ServiceTokens): Authenticate => ({
  headers: async (ctx) =>
    ctx.token === undefined
      ? { 'x-auth-token': await tokens.get(ctx) }
      : { 'x-auth-token': ctx.token, 'x-service-token': await tokens.get(ctx) },
  refused: (headers) => tokens.refused(headers['x-service-token'] ?? headers['x-auth-token']),
})
