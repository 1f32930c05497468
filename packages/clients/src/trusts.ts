import { identityApi } from '@nimbo/contracts/identity/api'
import { createToken, showToken } from '@nimbo/contracts/identity/tokens'
import { createTrust, deleteTrust, listTrusts, showTrust } from '@nimbo/contracts/identity/trusts'
import type { Transport } from '@nimbo/http/transport'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { type HeldToken, heldTokens } from './held-tokens.ts'
import { type Authenticate, asNobody, serviceClient } from './service-client.ts'
import { asService, asUser, type ServiceCredentials, serviceTokens } from './service-tokens.ts'

interface Deps {
  readonly transport: Transport
  readonly credentials: ServiceCredentials
  readonly clock: Clock
  /** The roles to delegate; empty delegates all of the user's roles. */
  readonly delegated: readonly string[]
}

/** Trusts, by which a service acts for users whose tokens have expired. */
export interface Trusts {
  /** Creates a trust from the caller to the service, with their roles in their project; resolves to its id. */
  create(ctx: Context): Promise<string>
  /** Whether the caller is the trustor of a trust. */
  isOf(ctx: Context, trustId: string): Promise<boolean>
  /** Deletes a trust. Keystone lets only the trustor do so, so the context must be the trustor's. */
  end(ctx: Context, trustId: string): Promise<void>
  /** Ids of all trusts given to the service. */
  given(ctx: Context): Promise<ReadonlySet<string>>
  /** Calls on behalf of the trustor. */
  by(trustId: string): Authenticate
}

const mostTrusts = 1_000_000
/** Retrying with a new token is pointless when a token younger than this was refused. */
const notToBlameMs = 1_000

/** Manages trusts whose trustee is the account with these credentials. */
export const trusts = ({ transport, credentials, clock, delegated }: Deps): Trusts => {
  const own = serviceTokens(transport, credentials, clock)
  const asNobodyThere = serviceClient({ transport, api: identityApi, authenticate: asNobody })
  const asCaller = serviceClient({ transport, api: identityApi, authenticate: asUser(own) })
  const asOwn = serviceClient({ transport, api: identityApi, authenticate: asService(own) })
  let trustee: Promise<string> | undefined

  const ownId = async (ctx: Context): Promise<string> => {
    const token = await own.get(ctx)
    const headers = { 'x-auth-token': token, 'x-subject-token': token }
    return (await asNobodyThere.call(ctx, showToken, { headers, query: { nocatalog: '' } })).token.user.id
  }
  const obtain = async (ctx: Context, id: string): Promise<HeldToken> => {
    const { username: name, password, domainName } = credentials
    const user = { name, password, domain: { name: domainName } }
    const { headers, body } = await asNobodyThere.answer(ctx, createToken, {
      repeatable: true,
      body: {
        auth: {
          identity: { methods: ['password'], password: { user } },
          scope: { 'OS-TRUST:trust': { id } },
        },
      },
    })
    return {
      token: headers['x-subject-token'] ?? '',
      since: clock.now(),
      expiresAt: Date.parse(body.token.expires_at),
    }
  }
  const held = heldTokens({ clock, obtain })
  return {
    create: async (ctx) => {
      const roles = ctx.roles.filter((role) => delegated.length === 0 || delegated.includes(role))
      const { trust } = await asCaller.call(ctx, createTrust, {
        body: {
          trust: {
            trustor_user_id: ctx.userId ?? '',
            trustee_user_id: await trusteeId(ctx),
            project_id: ctx.projectId ?? '',
            impersonation: true,
            // Resources created on behalf of the user may need a trust of their own.
            allow_redelegation: true,
            roles: roles.map((name) => ({ name })),
          },
        },
      })
      return trust.id
    },
    isOf: async (ctx, trust_id) => {
      try {
        const { trust } = await asCaller.call(ctx, showTrust, { path: { trust_id } })
        return trust.trustor_user_id === ctx.userId
      } catch (error) {
        if (isRemote(error, 403, 404)) return false
        throw error
      }
    },
    end: async (ctx, trust_id) => {
      const client = serviceClient({
        transport,
        api: identityApi,
        authenticate: trusted(trust_id),
      })
      await unlessNotFound(client.call(ctx, deleteTrust, { path: { trust_id } }))
      held.drop(trust_id)
    },
    given: async (ctx) => {
      const trustee_user_id = await trusteeId(ctx)
      const ids = new Set<string>()
      for await (const { id } of asOwn.items(ctx, listTrusts, mostTrusts, { query: { trustee_user_id } }))
        ids.add(id)
      return ids
    },
    by: (id) => trusted(id),
  }

  function trusteeId(ctx: Context): Promise<string> {
    trustee ??= ownId(ctx)
    trustee.catch(() => {
      trustee = undefined
    })
    return trustee
  }

  function trusted(id: string): Authenticate {
    let last: HeldToken | undefined
    return {
      headers: async (ctx) => {
        last = await held.of(ctx, id)
        return { 'x-auth-token': last.token }
      },
      refused: () => {
        if (last && clock.now() - last.since < notToBlameMs) return false
        held.drop(id)
        return true
      },
    }
  }
}
