import type { Context } from '@nimbo/kernel/context'

/**
 * The caller's attributes under the names that policy files use. A missing one is undefined, not null, so that it never equals a
 * target's missing attribute.
 */
export type Credentials = Readonly<Record<string, unknown>> & { readonly roles: readonly string[] }

type Fact =
  | 'userId'
  | 'userDomainId'
  | 'projectId'
  | 'projectDomainId'
  | 'domainId'
  | 'systemScope'
  | 'roles'
  | 'serviceRoles'

/** The parts of a context that credentials are made from. */
export type CallerFacts = { readonly [Name in Fact]: Context[Name] }

/** Those parts only: without the token and request data. */
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

/** Whether these are the facts of `ctx`; lists are compared by identity. Written out, since it runs several times a request. */
export const areFactsOf = (facts: CallerFacts, ctx: Context): boolean =>
  facts.userId === ctx.userId &&
  facts.userDomainId === ctx.userDomainId &&
  facts.projectId === ctx.projectId &&
  facts.projectDomainId === ctx.projectDomainId &&
  facts.domainId === ctx.domainId &&
  facts.systemScope === ctx.systemScope &&
  facts.roles === ctx.roles &&
  facts.serviceRoles === ctx.serviceRoles

/** An id with its domain, nested as in a token's body; undefined without an id. */
const entity = (id: string | undefined, domainId?: string): Record<string, unknown> | undefined =>
  id === undefined ? undefined : { id, domain: entity(domainId) }

/** A true boolean in both spellings that rules use: `is_admin:True` and `is_admin:1`. */
const yes: readonly string[] = ['True', '1']
const no: readonly string[] = ['False', '0']

/** The credentials before {@link asAdmin}. */
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

/** Marks credentials as an administrator's, which the service decides by its rule `context_is_admin`. */
export const asAdmin = (credentials: Credentials): Credentials => ({ ...credentials, is_admin: yes })
