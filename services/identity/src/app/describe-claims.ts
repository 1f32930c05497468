import { accessRulesOf } from '../resources/access-rule/records.ts'
import type { Stores } from '../db/stores.ts'
import type { HeldRole, Project, Target } from '../domain/records.ts'
import type { CredentialRef, DomainRef, ProjectRef, Token, UserRef } from '../domain/token.ts'
import type { Scope, TokenClaims } from '../domain/token-claims.ts'
import type { LoginWatch } from './login-watch.ts'

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

/**
 * What claims stand for now: the user, the scope and the roles held there. Undefined when the user, the domains or the
 * project are gone or disabled, when the application credential has ended, or when no role is left on the scope.
 */
export const claimsDescriber = (stores: Stores, logins: LoginWatch) => {
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

  /** A domain may stand in for a project, its own domain being itself. */
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

  const credentialOf = async (
    id: string,
    now: number,
  ): Promise<(CredentialRef & { roleIds: readonly string[] }) | undefined> => {
    const credential = await stores.applicationCredentials.find(id)
    if (!credential) return undefined
    if (credential.expires_at !== null && Date.parse(credential.expires_at) <= now) return undefined
    const { name, unrestricted } = credential
    const accessRules = await accessRulesOf(stores.over, id)
    return { id, name, unrestricted, accessRules, roleIds: await stores.relations.roleIdsOfCredential(id) }
  }

  const rolesOf = async (claims: TokenClaims): Promise<readonly HeldRole[]> => {
    const target = targetOf(claims.scope)
    return target ? stores.assignments.effectiveRoles(claims.userId, target) : []
  }

  return async (claims: TokenClaims, now: number): Promise<Token | undefined> => {
    const user = await userRef(claims.userId)
    const place = user && (await placeOf(claims.scope))
    if (!user || !place) return undefined
    const held = await rolesOf(claims)
    const { applicationCredentialId } = claims
    if (applicationCredentialId === undefined) {
      if (claims.scope.kind !== 'unscoped' && held.length === 0) return undefined
      return { claims, user, ...place, roles: held }
    }
    const credential = await credentialOf(applicationCredentialId, now)
    if (!credential) return undefined
    // All roles it was made with must still be held, or it would quietly mean something else.
    const roles = held.filter(({ id }) => credential.roleIds.includes(id))
    if (roles.length === 0 || roles.length < credential.roleIds.length) return undefined
    const { roleIds: _, ...applicationCredential } = credential
    return { claims, user, ...place, roles, applicationCredential }
  }
}
