import { loginMethods, type RequestedLogin } from '@nimbo/contracts/identity/tokens'
import type { Identity } from '../../app/authenticate.ts'
import type { DomainSpec, NamedInDomain } from '../../app/find-principal.ts'
import type { ScopeRequest } from '../../app/requested-scope.ts'
import type { LoginMethod } from '../../domain/tokens/token-claims.ts'
import { errors } from '../../errors.ts'

type Asked = RequestedLogin['identity']
type AskedScope = RequestedLogin['scope']

const missing = (attribute: string, target: string) => errors.NotExpected({ attribute, target })

/** Whether a spec has a name or an id; an empty one counts as missing. */
const isNamed = ({ id, name }: DomainSpec): boolean => Boolean(id) || Boolean(name)

const refuseUnnamed = (field: string, spec: DomainSpec | undefined): void => {
  if (spec && spec.id === undefined && spec.name === undefined)
    throw errors.Invalid({ reason: `Invalid input for field ${field}: id or name must be present.` })
}

/** A name identifies a user or project only together with its domain. */
const inDomain = (what: string, spec: NamedInDomain): NamedInDomain => {
  if (!isNamed(spec)) throw missing('id or name', what)
  if (!spec.name) return spec
  if (spec.domain === undefined) throw missing('domain', what)
  if (!isNamed(spec.domain)) throw missing('id or name', 'domain')
  return spec
}

/** The user of a method. As in Keystone, the error for a missing user names the target `None`. */
const userOf = <User extends NamedInDomain>(user: User | undefined): User => {
  if (!user) throw missing('user', 'None')
  inDomain('user', user)
  return user
}

/** The secret of a method. A missing secret leads to the same error as a wrong one. */
const secretOf = (secret: string | undefined): string => {
  if (secret === undefined) throw errors.Unauthorized()
  return secret
}

const passwordOf = ({ user: asked }: NonNullable<Asked['password']>): Identity['password'] => {
  const user = userOf(asked)
  return { user: { ...user, password: secretOf(user.password) } }
}

const totpOf = ({ user: asked }: NonNullable<Asked['totp']>): Identity['totp'] => {
  const user = userOf(asked)
  return { user: { ...user, passcode: secretOf(user.passcode) } }
}

const credentialOf = (
  asked: NonNullable<Asked['application_credential']>,
): Identity['application_credential'] => {
  const what = 'application credential'
  if (!isNamed(asked)) throw missing('name or ID', what)
  if (!asked.id) {
    if (!asked.user || Object.keys(asked.user).length === 0) throw missing('user', what)
    inDomain('user', asked.user)
  }
  return { ...asked, secret: secretOf(asked.secret) }
}

const mappedOf = ({ identity_provider, protocol }: NonNullable<Asked['mapped']>): Identity['mapped'] => {
  if (identity_provider === undefined) throw missing('identity_provider', 'mapped')
  if (protocol === undefined) throw missing('protocol', 'mapped')
  return { identity_provider, protocol }
}

/** The methods of a login. Throws if the data of a method is missing or `[auth] methods` does not list it. */
const methodsOf = (asked: Asked, supported: readonly string[]): LoginMethod[] => {
  for (const method of asked.methods) if (!Object.hasOwn(asked, method)) throw missing(method, 'identity')
  return asked.methods.map((name) => {
    const method = loginMethods.find((one) => one === name)
    if (method === undefined || !supported.includes(name))
      throw errors.UnsupportedMethod({ identity: { methods: supported } })
    return method
  })
}

const scopeKinds = ['system', 'project', 'domain', 'OS-TRUST:trust', 'unscoped'] as const

const scopeOf = (scope: AskedScope): ScopeRequest | undefined => {
  if (scope === undefined || scope === 'unscoped') return scope
  if (typeof scope === 'string' || scopeKinds.filter((kind) => scope[kind] !== undefined).length !== 1)
    throw missing('system, project, domain, OS-TRUST:trust or unscoped', 'scope')
  if (scope.unscoped) return 'unscoped'
  if (scope.system) return { system: { all: true } }
  if (scope.project) return { project: inDomain('project', scope.project) }
  const trustId = scope['OS-TRUST:trust']?.id
  if (scope.domain) return { domain: scope.domain }
  if (trustId === undefined) throw missing('trust_id', 'trust')
  return { 'OS-TRUST:trust': { id: trustId } }
}

/** Throws for a user, project or domain without id and name. Clients get this error before any other. */
const refuseUnnamedIn = ({ identity: { password }, scope }: RequestedLogin): void => {
  refuseUnnamed('identity/password/user', password?.user)
  refuseUnnamed('identity/password/user/domain', password?.user?.domain)
  if (scope === undefined || typeof scope === 'string') return
  refuseUnnamed('scope/project', scope.project)
  refuseUnnamed('scope/project/domain', scope.project?.domain)
  refuseUnnamed('scope/domain', scope.domain)
}

/**
 * Reads the identity and the requested scope from the body of a request for a token. Throws with Keystone's messages if something
 * is missing, or must not be there.
 */
export const readLogin = (
  auth: RequestedLogin | null | undefined,
  supported: readonly string[],
): { readonly identity: Identity; readonly scope: ScopeRequest | undefined } => {
  if (!auth) throw missing('auth', 'request body')
  refuseUnnamedIn(auth)
  const { identity: asked } = auth
  const methods = methodsOf(asked, supported)
  if (methods.includes('application_credential') && auth.scope !== undefined)
    throw errors.ScopeOfCredential({ identity: {} })
  const scope = scopeOf(auth.scope)
  const { password, totp, mapped, application_credential } = asked
  const identity: Identity = {
    methods,
    token: asked.token,
    mapped: methods.includes('mapped') && mapped ? mappedOf(mapped) : undefined,
    oauth1: asked.oauth1,
    password: methods.includes('password') && password ? passwordOf(password) : undefined,
    totp: methods.includes('totp') && totp ? totpOf(totp) : undefined,
    application_credential:
      methods.includes('application_credential') && application_credential
        ? credentialOf(application_credential)
        : undefined,
  }
  return { identity, scope }
}
