import type { Stores } from '../../db/stores.ts'
import type { Token } from '../../domain/tokens/token.ts'
import type { Scope, TokenClaims } from '../../domain/tokens/token-claims.ts'
import { accessRulesOf } from '../access-rule/records.ts'
import { livingAccessToken } from '../oauth1/records.ts'
import { ancestorsOf, livingTrust, roleIdsOfTrust } from '../trust/records.ts'

/** What a user has handed on: to a program, or to another user. */
export interface Delegation {
  /** Whose roles they are. */
  readonly holderId: string
  /** Users who must not be disabled, besides the one that the token is of. */
  readonly userIds: readonly string[]
  readonly roleIds: readonly string[]
  readonly shown: Pick<Token, 'applicationCredential' | 'trust' | 'accessToken'>
}

/** Whether a scope is the one that something was handed on for; null for none. */
const isFor = (scope: Scope, projectId: string | null): boolean =>
  projectId === null ? scope.kind === 'unscoped' : scope.kind === 'project' && scope.id === projectId

/** What the claims of a token were handed on by; `ended` when that is over, undefined where nothing was. */
export const delegationsIn = (stores: Stores) => {
  const byCredential = async (
    { userId, scope }: TokenClaims,
    id: string,
    now: number,
  ): Promise<Delegation | 'ended'> => {
    const credential = await stores.applicationCredentials.find(id)
    if (!credential || credential.user_id !== userId || !isFor(scope, credential.project_id)) return 'ended'
    if (credential.expires_at !== null && Date.parse(credential.expires_at) <= now) return 'ended'
    const { name, unrestricted, user_id } = credential
    const accessRules = await accessRulesOf(stores.over, id)
    return {
      holderId: user_id,
      userIds: [],
      roleIds: await stores.relations.roleIdsOfCredential(id),
      shown: { applicationCredential: { id, name, unrestricted, accessRules } },
    }
  }

  const byTrust = async (
    { userId, scope }: TokenClaims,
    id: string,
    now: number,
  ): Promise<Delegation | 'ended'> => {
    const trust = await livingTrust(stores.over, id, now)
    if (!trust) return 'ended'
    const ancestors = await ancestorsOf(stores.over, trust)
    const { impersonation, trustor_user_id: trustorId, trustee_user_id: trusteeId } = trust
    if (userId !== (impersonation ? trustorId : trusteeId) || !isFor(scope, trust.project_id)) return 'ended'
    return {
      holderId: trustorId,
      userIds: [trustorId, trusteeId, ...ancestors.map(({ trustee_user_id }) => trustee_user_id)],
      roleIds: await roleIdsOfTrust(stores.over, id),
      shown: { trust: { id, impersonation, trustorId, trusteeId } },
    }
  }

  const byAccessToken = async (
    { userId, scope }: TokenClaims,
    id: string,
    now: number,
  ): Promise<Delegation | 'ended'> => {
    const kept = await livingAccessToken(stores.over, id, now)
    if (kept?.authorizing_user_id !== userId || !isFor(scope, kept.project_id)) return 'ended'
    return {
      holderId: userId,
      userIds: [],
      roleIds: kept.role_ids,
      shown: { accessToken: { id, consumerId: kept.consumer_id } },
    }
  }

  return async (claims: TokenClaims, now: number): Promise<Delegation | 'ended' | undefined> => {
    const { applicationCredentialId, trustId, accessTokenId } = claims
    if (applicationCredentialId !== undefined) return byCredential(claims, applicationCredentialId, now)
    if (accessTokenId !== undefined) return byAccessToken(claims, accessTokenId, now)
    return trustId === undefined ? undefined : byTrust(claims, trustId, now)
  }
}
