import type { Stores } from '../../db/stores.ts'
import type { Token } from '../../domain/tokens/token.ts'
import type { Scope, TokenClaims } from '../../domain/tokens/token-claims.ts'
import { accessRulesOf } from '../access-rule/records.ts'
import { livingAccessToken } from '../oauth1/records.ts'
import { withImplied } from '../role/with-implied.ts'
import { ancestorsOf, livingTrust, roleIdsOfTrust } from '../trust/records.ts'

/** The delegation that a token was issued for: an application credential, a trust or an OAuth1 access token. */
export interface Delegation {
  /** The user whose roles are delegated. */
  readonly holderId: string
  /** Other users who must be enabled for the delegation to be valid. */
  readonly userIds: readonly string[]
  /** The delegated roles; those of trusts and access tokens also with the roles that they imply. */
  readonly roleIds: readonly string[]
  readonly shown: Pick<Token, 'applicationCredential' | 'trust' | 'accessToken'>
}

/** Whether a scope is that of the delegation; null for an unscoped one. */
const isFor = (scope: Scope, projectId: string | null): boolean =>
  projectId === null ? scope.kind === 'unscoped' : scope.kind === 'project' && scope.id === projectId

/** Finds the delegation in a token's claims: `ended` if it is no longer valid, undefined if there is none. */
export const delegationsIn = (stores: Stores) => {
  const byCredential = async (
    { userId, scope }: TokenClaims,
    id: string,
    now: number,
  ): Promise<Delegation | 'ended'> => {
    const credential = await stores.applicationCredentials.find(id)
    if (!credential || credential.user_id !== userId || !isFor(scope, credential.project_id)) return 'ended'
    if (credential.expires_at !== null && Date.parse(credential.expires_at) <= now) return 'ended'
    const { name, user_id } = credential
    const unrestricted = credential.unrestricted === true
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
      roleIds: await withImplied(stores, await roleIdsOfTrust(stores.over, id)),
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
      roleIds: await withImplied(stores, kept.role_ids),
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
