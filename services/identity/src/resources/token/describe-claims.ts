import type { Stores } from '../../db/stores.ts'
import type { HeldRole, Project, Target } from '../../domain/records.ts'
import type { DomainRef, ProjectRef, Token, UserRef } from '../../domain/tokens/token.ts'
import type { Scope, TokenClaims } from '../../domain/tokens/token-claims.ts'
import { federatedGroupIds, protocolOf } from '../federation-protocol/records.ts'
import { identityProviders } from '../identity-provider/records.ts'
import { type Delegation, delegationsIn } from './delegations.ts'
import type { LoginWatch } from '../user/login-watch.ts'

const targetOf = (scope: Scope): Target | undefined => {
  switch (scope.kind) {
    case 'unscoped':
      return undefined
    case 'system':
      return { target_type: 'system', target_id: 'all' }
    case 'project':
    case 'domain':
      return { target_type: scope.kind, target_id: scope.id }
  }
}

type Place = Pick<Token, 'project' | 'domain'>

export type DescribeClaims = (claims: TokenClaims, now: number) => Promise<Token | undefined>

/**
 * Looks up what claims currently refer to: the user, the scope and the roles on it. Undefined if the user, a domain or the
 * project is missing or disabled, the delegation has ended, or no role is left on the scope.
 */
export const claimsDescriber = (stores: Stores, logins: LoginWatch): DescribeClaims => {
  const delegationOf = delegationsIn(stores)

  const domainRef = async (id: string): Promise<DomainRef | undefined> => {
    const domain = await stores.projects.find(id)
    return domain?.is_domain && domain.enabled ? { id, name: domain.name } : undefined
  }

  const userRef = async (id: string): Promise<UserRef | undefined> => {
    const known = await stores.users.find(id)
    const [user] = known ? await logins.asTheyCount([known]) : []
    if (!user?.enabled) return undefined
    const { name, password_expires_at: passwordExpiresAt, options } = user
    const domain = await domainRef(user.domain_id)
    return domain && { id, name, domain, passwordExpiresAt, options }
  }

  /** The project of a scope. A domain can also act as a project, and is then its own domain. */
  const projectRef = async (project: Project | undefined): Promise<ProjectRef | undefined> => {
    if (!project?.enabled) return undefined
    const domain = await domainRef(project.domain_id ?? project.id)
    return domain && { id: project.id, name: project.name, domain }
  }

  const placeOf = async (scope: Scope): Promise<Place | undefined> => {
    switch (scope.kind) {
      case 'unscoped':
      case 'system':
        return {}
      case 'domain': {
        const domain = await domainRef(scope.id)
        return domain && { domain }
      }
      case 'project': {
        const project = await projectRef(await stores.projects.find(scope.id))
        return project && { project }
      }
    }
  }

  const rolesOf = async (scope: Scope, holderId: string, now: number): Promise<readonly HeldRole[]> => {
    const target = targetOf(scope)
    return target ? stores.assignments.effectiveRoles(holderId, target, new Date(now).toISOString()) : []
  }

  /** Whether the identity provider of a federated token is still enabled and its protocol still exists. */
  const isFederationValid = async ({ idpId, protocolId }: NonNullable<TokenClaims['federation']>) =>
    (await identityProviders.get(stores.over, 'all', idpId))?.enabled === true &&
    (await protocolOf(stores.over, idpId, protocolId)) !== undefined

  const groupsBy = async ({ userId }: TokenClaims, now: number) => ({
    federatedGroupIds: await federatedGroupIds(stores.over, userId, new Date(now).toISOString()),
  })

  const delegated = async (
    { claims, user, place }: Pick<Token, 'claims' | 'user'> & { readonly place: Place },
    { holderId, userIds, roleIds, shown }: Delegation,
    now: number,
  ): Promise<Token | undefined> => {
    for (const id of userIds) if (!(await userRef(id))) return undefined
    const held = await rolesOf(claims.scope, holderId, now)
    // All delegated roles must still be held; a token with only some of them could behave unexpectedly.
    const roles = held.filter(({ id }) => roleIds.includes(id))
    if (roles.length < roleIds.length || (claims.scope.kind !== 'unscoped' && roles.length === 0))
      return undefined
    return { claims, user, ...place, roles, ...shown }
  }

  return async (claims, now) => {
    const user = await userRef(claims.userId)
    const place = user && (await placeOf(claims.scope))
    if (!user || !place) return undefined
    const delegation = await delegationOf(claims, now)
    if (delegation === 'ended') return undefined
    if (delegation) return delegated({ claims, user, place }, delegation, now)
    if (claims.federation && !(await isFederationValid(claims.federation))) return undefined
    const roles = await rolesOf(claims.scope, claims.userId, now)
    if (claims.scope.kind !== 'unscoped' && roles.length === 0) return undefined
    return { claims, user, ...place, roles, ...(claims.federation ? await groupsBy(claims, now) : {}) }
  }
}
