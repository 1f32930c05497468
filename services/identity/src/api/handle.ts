import { handlersOf, kindOf } from '@nimbo/http/handle'
import { own } from '@nimbo/kernel/own'
import type { Facts, LookUp } from '@nimbo/http/route'
import type { GrantParts, GrantPlace } from '../resources/role-assignment/grants.ts'
import type { IdentityApp } from '../app/identity-app.ts'
import type { Role } from '../domain/records.ts'
import { errors } from '../errors.ts'
import { isSet } from './list-request.ts'

const kind = kindOf<IdentityApp>()

const tokenRules = {
  GET: 'identity:validate_token',
  HEAD: 'identity:check_token',
  DELETE: 'identity:revoke_token',
}

/**
 * Finds the token named by `X-Subject-Token`. A caller that does not announce support for access rules
 * (`OpenStack-Identity-Access-Rules`) gets a 404 for a token with rules, since it would accept it as an unrestricted one.
 */
const findToken = async ({ app, request: { method, headers, query }, enforce }: LookUp<IdentityApp>) => {
  const subject = headers['x-subject-token']
  if (!subject) {
    // Without a token there is no owner: only callers who may access the tokens of other users get the 404.
    enforce(own(tokenRules, method) ?? tokenRules.GET)
    throw errors.NotThere({ reason: 'No token in the request' })
  }
  const token = await app.tokens.validate(subject, { allowExpired: isSet(query.get('allow_expired')) })
  const heedsRules = Number(headers['openstack-identity-access-rules'] ?? 0) >= 1
  if (!heedsRules && token.applicationCredential && token.applicationCredential.accessRules.length > 0)
    throw errors.NotThere({ reason: 'Failed to validate token' })
  return token
}

/** The actor (user or group) and the target (project, domain or system) in the path of a grant. */
const placeIn = ({ user_id, group_id = '', project_id, domain_id }: LookUp<IdentityApp>['params']) => {
  const actor: Pick<GrantPlace, 'actor_type' | 'actor_id'> =
    user_id === undefined
      ? { actor_type: 'group', actor_id: group_id }
      : { actor_type: 'user', actor_id: user_id }
  if (project_id !== undefined) return { ...actor, target_type: 'project', target_id: project_id } as const
  if (domain_id !== undefined) return { ...actor, target_type: 'domain', target_id: domain_id } as const
  return { ...actor, target_type: 'system', target_id: 'all' } as const
}

const findPlace = async ({ app, params }: LookUp<IdentityApp>) => {
  const place = placeIn(params)
  return { place, parts: await app.grants.parts(place) }
}

interface InDomain {
  readonly id: string
  readonly domain_id: string | null
}

const ref = (record: InDomain | undefined) => record && { id: record.id, domain_id: record.domain_id }

const roleFacts = ({ id, name, domain_id }: Role) => ({ id, name, domain_id })

const grantFacts = ({ user, group, project, domain }: GrantParts, role?: Role): Facts => ({
  target: {
    user: ref(user),
    group: ref(group),
    project: ref(project),
    domain: ref(domain),
    role: role && roleFacts(role),
  },
})

/** The facts for policy about a record that does not exist: it has no owner. */
const nobodys: Facts = {}

/** Identity's `handle()`, with the kinds of resources that its operations can name as their target. */
export const handle = handlersOf<IdentityApp>()({
  token: kind({
    find: findToken,
    facts: ({ claims }) => ({ target: { token: { user_id: claims.userId } } }),
  }),
  domain: kind({
    by: 'domain_id',
    find: ({ app }, id) => app.domains.find(id),
    missing: () => nobodys,
    facts: ({ id, name }) => ({ target: { domain: { id, name } } }),
  }),
  project: kind({
    by: 'project_id',
    find: ({ app }, id) => app.projects.find(id),
    missing: () => nobodys,
    facts: ({ id, name, domain_id, parent_id }) => ({
      target: { project: { id, name, domain_id, parent_id } },
    }),
  }),
  user: kind({
    by: 'user_id',
    find: ({ app }, id) => app.users.find(id),
    missing: (id) => ({ user_id: id }),
    facts: ({ id, domain_id }) => ({ user_id: id, target: { user: { id, domain_id } } }),
  }),
  group: kind({
    by: 'group_id',
    find: ({ app }, id) => app.groups.find(id),
    missing: () => nobodys,
    facts: (group) => ({ target: { group: ref(group) } }),
  }),
  membership: kind({
    by: 'user_id',
    find: async ({ app, params }, id) => ({
      group: await app.groups.find(params.group_id ?? ''),
      user: await app.users.find(id),
    }),
    facts: ({ group, user }) => ({ target: { group: ref(group), user: ref(user) } }),
  }),
  role: kind({
    by: 'role_id',
    find: ({ app }, id) => app.roles.find(id),
    facts: (role) => ({ target: { role: roleFacts(role) } }),
  }),
  prior_role: kind({
    by: 'prior_role_id',
    find: ({ app }, id) => app.roles.find(id),
    facts: (role) => ({ target: { prior_role: roleFacts(role) } }),
  }),
  inference: kind({
    by: 'implies_role_id',
    find: async ({ app, params }, id) => ({
      prior: await app.roles.find(params.prior_role_id ?? ''),
      implied: await app.roles.find(id),
    }),
    facts: ({ prior, implied }) => ({
      target: { prior_role: roleFacts(prior), implied_role: roleFacts(implied) },
    }),
  }),
  grants: kind({ find: findPlace, facts: ({ parts }) => grantFacts(parts) }),
  grant: kind({
    by: 'role_id',
    find: async (call, id) => ({ ...(await findPlace(call)), role: await call.app.roles.find(id) }),
    facts: ({ parts, role }) => grantFacts(parts, role),
  }),
  credential: kind({
    by: 'credential_id',
    find: ({ app }, id) => app.credentials.find(id),
    facts: ({ blob: _, ...credential }) => ({ target: { credential } }),
  }),
  // Found by its access key and its user.
  ec2_credential: kind({
    by: 'access_id',
    find: ({ app, params }, access) => app.credentials.findKey(params.user_id ?? '', access),
    facts: ({ blob: _, ...credential }) => ({ target: { credential } }),
  }),
  trust: kind({
    by: 'trust_id',
    find: ({ app }, id) => app.trusts.find(id),
    facts: ({ trustor_user_id, trustee_user_id }) => ({
      target: { trust: { trustor_user_id, trustee_user_id } },
    }),
  }),
  registered_limit: kind({
    by: 'registered_limit_id',
    find: ({ app }, id) => app.registeredLimits.find(id),
  }),
  limit: kind({
    by: 'limit_id',
    find: async ({ app }, id) => {
      const limit = await app.limits.find(id)
      return { limit, owner: await app.limits.ownerOf(limit) }
    },
    facts: ({ limit: { project_id, domain_id }, owner }) => ({
      target: {
        limit: {
          project_id,
          domain_id,
          ...(owner?.is_domain ? { domain: { id: owner.id } } : { project: ref(owner) }),
        },
      },
    }),
  }),
  endpoint_group: kind({ by: 'endpoint_group_id', find: ({ app }, id) => app.endpointGroups.find(id) }),
  project_endpoint: kind({
    by: 'endpoint_id',
    find: async ({ app, params }, id) => ({
      project: await app.projects.find(params.project_id ?? ''),
      endpoint: await app.catalog.endpoints.find(id),
    }),
  }),
  project_endpoint_group: kind({
    by: 'endpoint_group_id',
    find: async ({ app, params }, id) => ({
      project: await app.projects.find(params.project_id ?? ''),
      group: await app.endpointGroups.find(id),
    }),
  }),
  policy: kind({ by: 'policy_id', find: ({ app }, id) => app.policies.find(id) }),
  policy_place: kind({
    by: 'policy_id',
    find: async ({ app, params: { endpoint_id, service_id, region_id } }, id) => ({
      policyId: (await app.policies.find(id)).id,
      place: {
        endpoint_id: endpoint_id === undefined ? null : (await app.catalog.endpoints.find(endpoint_id)).id,
        service_id: service_id === undefined ? null : (await app.catalog.services.find(service_id)).id,
        region_id: region_id === undefined ? null : (await app.catalog.regions.find(region_id)).id,
      },
    }),
  }),
  domain_of_config: kind({ by: 'domain_id', find: ({ app }, id) => app.domains.find(id) }),
  idp_of_protocol: kind({ by: 'idp_id', find: ({ app }, id) => app.identityProviders.find(id) }),
  protocol: kind({
    by: 'protocol_id',
    find: ({ app, params }, id) => app.protocols.find(params.idp_id ?? '', id),
  }),
  consumer: kind({ by: 'consumer_id', find: ({ app }, id) => app.oauth1.consumers.find(id) }),
  request_token: kind({
    by: 'request_token_id',
    find: ({ app }, id) => app.oauth1.requestTokens.find(id),
    facts: ({ project_id }) => ({ target: { request_token: { project_id } } }),
  }),
  access_token: kind({
    by: 'access_token_id',
    find: ({ app, params }, id) => app.oauth1.accessTokens.find(params.user_id ?? '', id),
    facts: ({ authorizing_user_id }) => ({ user_id: authorizing_user_id }),
  }),
  access_rule: kind({
    by: 'access_rule_id',
    find: ({ app }, id) => app.accessRules.find(id),
    facts: ({ user_id }) => ({ user_id, target: { user: { id: user_id } } }),
  }),
  application_credential: kind({
    by: 'application_credential_id',
    find: ({ app }, id) => app.applicationCredentials.find(id),
    facts: ({ credential }) => ({ user_id: credential.user_id }),
  }),
  // Records of the catalog have no owner.
  region: kind({ by: 'region_id', find: ({ app }, id) => app.catalog.regions.find(id) }),
  service: kind({ by: 'service_id', find: ({ app }, id) => app.catalog.services.find(id) }),
  endpoint: kind({ by: 'endpoint_id', find: ({ app }, id) => app.catalog.endpoints.find(id) }),
})
