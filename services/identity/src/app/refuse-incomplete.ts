import { errors } from '../errors.ts'
import type { Identity } from './authenticate.ts'
import type { DomainSpec, NamedInDomain } from './find-principal.ts'
import type { ScopeRequest } from './requested-scope.ts'

const refuseUnnamed = (field: string, { id, name }: DomainSpec): void => {
  if (id === undefined && name === undefined)
    throw errors.Invalid({ reason: `Invalid input for field ${field}: id or name must be present.` })
}

/** A name identifies a user or project only together with its domain. */
const refuseAmbiguous = (field: string, what: string, spec: NamedInDomain): void => {
  refuseUnnamed(field, spec)
  if (spec.id !== undefined) return
  if (spec.domain === undefined) throw errors.NotExpected({ attribute: 'domain', target: what })
  refuseUnnamed(`${field}/domain`, spec.domain)
}

const withProof = ['password', 'token', 'totp', 'application_credential', 'mapped'] as const

const refuseScope = (scope: ScopeRequest | undefined): void => {
  if (scope === undefined || scope === 'unscoped') return
  if (Object.values(scope).filter((one) => one !== undefined).length !== 1)
    throw errors.NotExpected({
      attribute: 'system, project, domain, OS-TRUST:trust or unscoped',
      target: 'scope',
    })
  if (scope.project) refuseAmbiguous('scope/project', 'project', scope.project)
  if (scope.domain) refuseUnnamed('scope/domain', scope.domain)
}

/** Throws `NotExpected` or `Invalid` if a login lacks required attributes or names more than one scope. */
export const refuseIncomplete = (identity: Identity, scope: ScopeRequest | undefined): void => {
  for (const method of withProof)
    if (identity.methods.includes(method) && identity[method] === undefined)
      throw errors.NotExpected({ attribute: method, target: 'identity' })
  const { password, totp, application_credential: credential } = identity
  if (password) refuseAmbiguous('identity/password/user', 'user', password.user)
  if (totp) refuseAmbiguous('identity/totp/user', 'user', totp.user)
  if (credential && credential.id === undefined && credential.user === undefined)
    throw errors.NotExpected({ attribute: 'user', target: 'application credential' })
  refuseScope(scope)
}
