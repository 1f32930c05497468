import { timingSafeEqual } from 'node:crypto'
import type { OauthAccessToken, OauthRequestToken } from '@nimbo/contracts/identity/oauth1'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { AffectTokens } from '../token/affect-tokens.ts'
import type { Deps } from '../../app/deps.ts'
import { found } from '../../app/found.ts'
import { storesOf } from '../../db/stores.ts'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { SignedCall } from '../../domain/authentication/oauth1-signature.ts'
import type { Role } from '../../domain/records.ts'
import { errors } from '../../errors.ts'
import { newSecret } from './consumers.ts'
import { livingAccessToken, oauthAccessTokens, oauthRequestTokens } from './records.ts'
import type { SignedCalls } from './signed-call.ts'

const mostListed = 1000

const isVerified = ({ verifier }: OauthRequestToken, given: string | undefined): boolean => {
  if (verifier === null || given === undefined) return false
  const [wanted, said] = [Buffer.from(verifier), Buffer.from(given)]
  return wanted.length === said.length && timingSafeEqual(wanted, said)
}

export const createAccessTokens = (
  { db, stores, clock, config, notices }: Deps,
  affect: AffectTokens,
  { byToken }: SignedCalls,
) => {
  const livingRequest = async (id: string): Promise<OauthRequestToken | undefined> => {
    const kept = await oauthRequestTokens.get(db, 'all', id)
    if (kept?.expires_at != null && Date.parse(kept.expires_at) <= clock.now()) return undefined
    return kept
  }

  return {
    /** Exchanges an authorised request token for an access token. Each request token can be used once. */
    create: async (ctx: Context, call: SignedCall): Promise<OauthAccessToken> => {
      const { token: asked, parameters } = await byToken(call, livingRequest)
      const userId = asked.authorizing_user_id
      if (userId === null || !isVerified(asked, parameters.get('oauth_verifier'))) throw errors.Unauthorized()
      const seconds = config.oauth1.access_token_duration
      const { consumer_id, project_id, role_ids } = asked
      const made: OauthAccessToken = {
        ...{ id: newHexId<never>(), secret: newSecret(), consumer_id, project_id, role_ids },
        authorizing_user_id: userId,
        expires_at: seconds > 0 ? new Date(clock.now() + seconds * 1000).toISOString() : null,
      }
      await inTransaction(db, async (trx) => {
        // Of two concurrent requests with the same request token, the second fails.
        if (!(await oauthRequestTokens.delete(trx, asked.id))) throw errors.Unauthorized()
        await oauthAccessTokens.insert(trx, made)
        await notices.told(storesOf(trx), ctx, 'OS-OAUTH1:access_token', 'created', made.id)
      })
      return made
    },

    /** The access token that a request was signed with; throws `Unauthorized` if it has expired. */
    signedBy: async (call: SignedCall): Promise<OauthAccessToken> =>
      (await byToken(call, (id) => livingAccessToken(db, id, clock.now()))).token,

    find: async (userId: string, id: string): Promise<OauthAccessToken> => {
      const kept = await oauthAccessTokens.get(db, 'all', id)
      return found(kept?.authorizing_user_id === userId ? kept : undefined, 'Access Token', id)
    },

    list: (userId: string): Promise<OauthAccessToken[]> =>
      oauthAccessTokens.list(db, 'all', { authorizing_user_id: [userId] }, { limit: mostListed }),

    rolesOf: ({ role_ids }: OauthAccessToken): Promise<Role[]> => stores.roles.findMany(role_ids),

    remove: (ctx: Context, { id, authorizing_user_id: userId }: OauthAccessToken): Promise<void> =>
      affect({ userIds: [userId] }, async (inside) => {
        await oauthAccessTokens.delete(inside.over, id)
        await notices.told(inside, ctx, 'OS-OAUTH1:access_token', 'deleted', id)
      }),
  }
}

export type AccessTokens = ReturnType<typeof createAccessTokens>
