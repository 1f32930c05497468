import { randomInt } from 'node:crypto'
import type { OauthRequestToken } from '@nimbo/contracts/identity/oauth1'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newHexId } from '@nimbo/kernel/ids'
import type { Deps } from '../../app/deps.ts'
import { refuseDelegated } from '../../app/delegation.ts'
import { found } from '../../app/found.ts'
import type { SignedCall } from '../../domain/authentication/oauth1-signature.ts'
import type { Token } from '../../domain/tokens/token.ts'
import { errors } from '../../errors.ts'
import { newSecret } from './consumers.ts'
import { oauthRequestTokens } from './records.ts'
import type { SignedCalls } from './signed-call.ts'

/** The alphabet of verifiers, which users copy by hand. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newVerifier = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

interface NamedRole {
  readonly id?: string | undefined
  readonly name?: string | undefined
}

export const createRequestTokens = (
  { db, stores, clock, config, notices }: Deps,
  { byConsumer }: SignedCalls,
) => {
  const isOver = ({ expires_at }: OauthRequestToken): boolean =>
    expires_at !== null && Date.parse(expires_at) <= clock.now()

  /** Checks that the user has the named roles on the requested project, and returns their ids. */
  const rolesOf = async (userId: string, projectId: string, named: readonly NamedRole[]) => {
    const target = { target_type: 'project', target_id: projectId } as const
    const held = await stores.assignments.effectiveRoles(userId, target, timestamp(clock))
    return named.map(({ id, name }) => {
      const role = held.find((each) => (id === undefined ? each.name === name : each.id === id))
      if (!role) throw errors.BadSignature({ reason: 'authorizing user does not have role required' })
      return role.id
    })
  }

  return {
    find: async (id: string): Promise<OauthRequestToken> =>
      found(await oauthRequestTokens.get(db, 'all', id), 'Request Token', id),

    create: async (ctx: Context, call: SignedCall, projectId: string): Promise<OauthRequestToken> => {
      const consumer = await byConsumer(call)
      found(await stores.projects.find(projectId), 'project', projectId)
      const seconds = config.oauth1.request_token_duration
      const made: OauthRequestToken = {
        ...{ id: newHexId<never>(), secret: newSecret(), consumer_id: consumer.id, project_id: projectId },
        ...{ role_ids: [], authorizing_user_id: null, verifier: null },
        expires_at: seconds > 0 ? new Date(clock.now() + seconds * 1000).toISOString() : null,
      }
      await notices.unit(async (inside) => {
        await oauthRequestTokens.insert(inside.over, made)
        await notices.told(inside, ctx, 'OS-OAUTH1:request_token', 'created', made.id)
      })
      return made
    },

    /** Authorises a request token. A token that is itself delegated cannot delegate further. */
    authorize: async (
      token: Token,
      asked: OauthRequestToken,
      named: readonly NamedRole[],
    ): Promise<string> => {
      refuseDelegated(token, 'request tokens')
      if (isOver(asked)) throw errors.BadSignature({ reason: 'Request token is expired' })
      const role_ids = [...new Set(await rolesOf(token.user.id, asked.project_id, named))]
      const verifier = newVerifier()
      const change = { authorizing_user_id: token.user.id, verifier, role_ids }
      await oauthRequestTokens.update(db, asked.id, change, '')
      return verifier
    },
  }
}
