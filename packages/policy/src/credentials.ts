import type { Context } from '@nimbo/kernel/context'

/**
 * What rules know about the caller, under the names that policy files use. An attribute the caller lacks is undefined,
 * not null, so that nobody matches a target that lacks it as well.
 */
export type Credentials = Readonly<Record<string, unknown>> & { readonly roles: readonly string[] }

const factNames = [
  ...(['userId', 'userDomainId', 'projectId', 'projectDomainId', 'domainId', 'systemScope'] as const),
  ...(['roles', 'serviceRoles'] as const),
] satisfies readonly (keyof Context)[]

/** What of a context its credentials are made from. */
export type CallerFacts = { readonly [Name in (typeof factNames)[number]]: Context[Name] }

/** The facts alone: without the token, and without what is of one request. */
export const factsOf = (ctx: Context): CallerFacts => ({
  userId: ctx.userId,
  userDomainId: ctx.userDomainId,
  projectId: ctx.projectId,
  projectDomainId: ctx.projectDomainId,
  domainId: ctx.domainId,
  systemScope: ctx.systemScope,
  roles: ctx.roles,
  serviceRoles: ctx.serviceRoles,
})

/** Whether these are the facts of `ctx`; lists are the same only if they are one. */
export const areFactsOf = (facts: CallerFacts, ctx: Context): boolean =>
  factNames.every((name) => facts[name] === ctx[name])

/** `id` beside its domain, as a token's body nests them; nothing without an id. */
const entity = (id: string | undefined, domainId?: string): Record<string, unknown> | undefined =>
  id === undefined ? undefined : { id, domain: entity(domainId) }

/** A boolean under both spellings that rules compare it with: `is_admin:True` and `is_admin:1`. */
const yes: readonly string[] = ['True', '1']
const no: readonly string[] = ['False', '0']

/** The caller's credentials as {@link asAdmin} has yet to judge them. */
export const credentialsOf = (ctx: CallerFacts): Credentials => ({
  user_id: ctx.userId,
  user: ctx.userId,
  user_domain_id: ctx.userDomainId,
  project_id: ctx.projectId,
  tenant_id: ctx.projectId,
  tenant: ctx.projectId,
  project_domain_id: ctx.projectDomainId,
  domain_id: ctx.domainId,
  system_scope: ctx.systemScope,
  service_roles: ctx.serviceRoles?.map((role) => role.toLowerCase()),
  token: {
    user: entity(ctx.userId, ctx.userDomainId),
    project: entity(ctx.projectId, ctx.projectDomainId),
    domain: entity(ctx.domainId),
  },
  roles: ctx.roles.map((role) => role.toLowerCase()),
  is_admin: no,
  is_admin_project: yes,
})

/** The same credentials with the service's own judgement, by its rule `context_is_admin`, that they are an admin's. */
export const asAdmin = (credentials: Credentials): Credentials => ({ ...credentials, is_admin: yes })
