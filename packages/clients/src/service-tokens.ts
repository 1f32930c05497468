import { identityApi } from '@nimbo/contracts/identity/api'
import { createToken } from '@nimbo/contracts/identity/tokens'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type Authenticate, asNobody, serviceClient } from './service-client.ts'

/** A service's own account. */
export interface ServiceCredentials {
  readonly username: string
  readonly password: string
  readonly projectName: string
  readonly domainName: string
}

/** Tokens are renewed this long before they end, so that none ends on the way. */
const renewBeforeMs = 120_000

/** Who is refused with a token as new as this is refused for another reason. */
const notToBlameMs = 1_000

interface Held {
  readonly token: string
  readonly since: number
  readonly expiresAt: number
}

/** A service's own token. */
export interface ServiceTokens {
  /** Obtained where there is none, and kept; callers who come together wait for the same one. */
  get(ctx: Context): Promise<string>
  /** A call with this token was refused: it may have been taken back, and is not given again. Whether there is, or may be, another. */
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

/** Calls in the service's own name. */
export const asService = (tokens: ServiceTokens): Authenticate => ({
  headers: async (ctx) => ({ 'x-auth-token': await tokens.get(ctx) }),
  refused: (headers) => tokens.refused(headers['x-auth-token']),
})

/** Calls in the name of the user whose request is being served, with the service's token beside it. */
export const asUser = (tokens: ServiceTokens): Authenticate => ({
  headers: async (ctx) =>
    ctx.token === undefined
      ? { 'x-auth-token': await tokens.get(ctx) }
      : { 'x-auth-token': ctx.token, 'x-service-token': await tokens.get(ctx) },
  refused: (headers) => tokens.refused(headers['x-service-token'] ?? headers['x-auth-token']),
})
