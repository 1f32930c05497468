import { isDeepStrictEqual } from 'node:util'
import type { Trust } from '@nimbo/contracts/identity/trusts'
import type { Scope } from '../domain/tokens/token-claims.ts'
import { errors } from '../errors.ts'
import { livingTrust, takeUse } from '../resources/trust/records.ts'
import type { Authenticated } from './authenticated.ts'
import type { Deps } from './deps.ts'
import type { DescribeClaims } from '../resources/token/describe-claims.ts'
import { type DomainSpec, type NamedInDomain, principalFinder } from './find-principal.ts'
import { claimsFor } from '../resources/token/seal-token.ts'

interface ScopeSpec {
  readonly project?: NamedInDomain | undefined
  readonly domain?: DomainSpec | undefined
  readonly system?: { readonly all: boolean } | undefined
  readonly 'OS-TRUST:trust'?: { readonly id: string } | undefined
}

/** The scope that a login asks for; without one, the user's default project. */
export type ScopeRequest = 'unscoped' | ScopeSpec

/** The user and scope of the new token. With an impersonating trust the user is the trustor. */
export interface Scoped {
  readonly who: Authenticated
  readonly scope: Scope
}

const scopeOf = ({ project_id }: Trust): Scope =>
  project_id === null ? { kind: 'unscoped' } : { kind: 'project', id: project_id }

/** Resolves the scope that a login asks for. */
export const createRequestedScope = (
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'stores'>,
  describe: DescribeClaims,
) => {
  const { clock, db, stores } = deps
  const find = principalFinder(stores)

  const named = async (request: ScopeSpec): Promise<Scope> => {
    if (request.system?.all) return { kind: 'system' }
    const kind = request.project ? 'project' : 'domain'
    const found = request.project
      ? await find.project(request.project)
      : await find.domain(request.domain ?? {})
    if (!found) throw errors.Unauthorized()
    return { kind, id: found.id }
  }

  /** A default project on which the user has no role is ignored: the token is unscoped. */
  const byDefault = async (who: Authenticated): Promise<Scope> => {
    const projectId = (await stores.users.find(who.userId))?.default_project_id
    if (!projectId) return { kind: 'unscoped' }
    const scope: Scope = { kind: 'project', id: projectId }
    return (await describe({ ...claimsFor(deps, who), scope }, clock.now())) ? scope : { kind: 'unscoped' }
  }

  /**
   * Only the trustee may use a trust. With impersonation the token is the trustor's. Each use counts against `remaining_uses`.
   */
  const byTrust = async (who: Authenticated, id: string): Promise<Scoped> => {
    const trust = await livingTrust(db, id, clock.now())
    if (!trust) throw errors.Unauthorized()
    if (trust.trustee_user_id !== who.userId) throw errors.NotAllowed({ reason: 'User is not a trustee.' })
    const userId = trust.impersonation ? trust.trustor_user_id : who.userId
    const ends = [who.expiresBy, trust.expires_at === null ? undefined : Date.parse(trust.expires_at)]
    const expiresBy = Math.min(...ends.filter((end) => end !== undefined))
    const scoped: Scoped = {
      who: { ...who, userId, trustId: id, ...(Number.isFinite(expiresBy) ? { expiresBy } : {}) },
      scope: scopeOf(trust),
    }
    const holds = await describe({ ...claimsFor(deps, scoped.who), scope: scoped.scope }, clock.now())
    if (!holds) throw errors.NotAllowed({ reason: 'Trustee has no delegated roles.' })
    if (trust.remaining_uses !== null && !(await takeUse(db, id))) throw errors.NoRemainingUses({ id })
    return scoped
  }

  return async (who: Authenticated, request: ScopeRequest | undefined): Promise<Scoped> => {
    const spec = request === 'unscoped' ? undefined : request
    if (who.scope) {
      const wanted = spec && (await named(spec))
      if (request === 'unscoped' || (wanted && !isDeepStrictEqual(wanted, who.scope)))
        throw errors.Unauthorized()
      return { who, scope: who.scope }
    }
    if (request === 'unscoped') return { who, scope: { kind: 'unscoped' } }
    const trust = spec?.['OS-TRUST:trust']
    if (trust) return byTrust(who, trust.id)
    return { who, scope: spec ? await named(spec) : await byDefault(who) }
  }
}
