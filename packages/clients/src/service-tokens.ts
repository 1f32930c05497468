import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type Authenticate, restClient } from './rest-client.ts'

/** A service's own account. */
export interface ServiceCredentials {
  readonly username: string
  readonly password: string
  readonly projectName: string
  readonly domainName: string
}

/** Tokens are renewed this long before they end, so that none ends on the way. */
const renewBeforeMs = 120_000

interface Held {
  readonly token: string
  readonly expiresAt: number
}

/** Obtains and keeps a service's own token; callers who come together wait for the same one. */
export const serviceTokens = (
  transport: Transport,
  credentials: ServiceCredentials,
  clock: Clock,
): ((ctx: Context) => Promise<string>) => {
  const identity = restClient({ transport, serviceType: 'identity', authenticate: async () => ({}) })
  let held: Held | undefined
  let obtaining: Promise<Held> | undefined

  const obtain = async (ctx: Context): Promise<Held> => {
    const { username: name, password, projectName, domainName } = credentials
    const domain = { name: domainName }
    const { headers, body } = await identity.send<{ token: { expires_at: string } }>(ctx, {
      method: 'POST',
      path: '/v3/auth/tokens',
      repeatable: true,
      json: {
        auth: {
          identity: { methods: ['password'], password: { user: { name, password, domain } } },
          scope: { project: { name: projectName, domain } },
        },
      },
    })
    return { token: headers['x-subject-token'] ?? '', expiresAt: Date.parse(body.token.expires_at) }
  }

  return async (ctx) => {
    if (held && held.expiresAt - renewBeforeMs > clock.now()) return held.token
    obtaining ??= obtain(ctx).finally(() => {
      obtaining = undefined
    })
    held = await obtaining
    return held.token
  }
}

/** Calls in the service's own name. */
export const asService =
  (tokens: (ctx: Context) => Promise<string>): Authenticate =>
  async (ctx) => ({ 'x-auth-token': await tokens(ctx) })

/** Calls in the name of the user whose request is being served, with the service's token beside it. */
export const asUser =
  (tokens: (ctx: Context) => Promise<string>): Authenticate =>
  async (ctx) =>
    ctx.token === undefined
      ? { 'x-auth-token': await tokens(ctx) }
      : { 'x-auth-token': ctx.token, 'x-service-token': await tokens(ctx) }
