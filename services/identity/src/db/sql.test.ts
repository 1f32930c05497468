import { type Calls, goldenSql, goldenStore } from '@nimbo/db/golden-sql.testing'
import { goldenRepositories } from '@nimbo/resource/rows/golden-repositories.testing'
import type { Kysely } from 'kysely'
import type {
  ApplicationCredential,
  Endpoint,
  Group,
  Project,
  Region,
  Role,
  RoleAssignment,
  Service,
  User,
} from '../domain/records.ts'
import type { TokenClaims } from '../domain/tokens/token-claims.ts'
import { accessRules, accessRulesOf, giveAccessRules, isInUse } from '../resources/access-rule/records.ts'
import { countCredentials, credentials } from '../resources/credential/records.ts'
import { domainOptions } from '../resources/domain-config/records.ts'
import { tiedEndpoints, tiedGroups } from '../resources/endpoint-filter/records.ts'
import { endpointGroups } from '../resources/endpoint-group/records.ts'
import { bindPolicy, policyIdAt, unbindPolicy } from '../resources/endpoint-policy/records.ts'
import * as federation from '../resources/federation-protocol/records.ts'
import { identityProviders } from '../resources/identity-provider/records.ts'
import * as ldap from '../resources/ldap/records.ts'
import { limits } from '../resources/limit/records.ts'
import { mappings } from '../resources/mapping/records.ts'
import {
  livingAccessToken,
  oauthAccessTokens,
  oauthConsumers,
  oauthRequestTokens,
} from '../resources/oauth1/records.ts'
import { policies } from '../resources/policy/records.ts'
import { registeredLimits } from '../resources/registered-limit/records.ts'
import { purgeSamlAssertions } from '../resources/saml2/records.ts'
import { serviceProviders } from '../resources/service-provider/records.ts'
import * as trust from '../resources/trust/records.ts'
import { assignments } from './assignments.ts'
import { formerPasswords } from './former-passwords.ts'
import { loginRecords } from './login-records.ts'
import type { RecordStore } from './record-store.ts'
import { relations } from './relations.ts'
import { replaceHash } from './replace-hash.ts'
import { revocations } from './revocations.ts'
import { type Stores, storesOf } from './stores.ts'
import type { IdentityTables } from './tables.ts'

const url = import.meta.url
const now = '2026-01-31T12:00:00Z'
const ids = ['a', 'b']
const none = { options: {}, extra: {} }

goldenRepositories<IdentityTables>(url, [
  accessRules,
  credentials,
  endpointGroups,
  identityProviders,
  limits,
  mappings,
  oauthAccessTokens,
  oauthConsumers,
  oauthRequestTokens,
  policies,
  registeredLimits,
  serviceProviders,
  trust.trusts,
])

/** All record stores, each with a sample record and the columns that another one has. */
const goldenRecords = <Kept extends { readonly id: string }>(
  name: string,
  store: (stores: Stores) => RecordStore<Kept>,
  record: NoInfer<Kept>,
  by: Partial<NoInfer<Kept>>,
): void =>
  goldenStore(url, name, (db: Kysely<IdentityTables>) => store(storesOf(db)), {
    find: (records) => records.find('a'),
    findMany: (records) => records.findMany(ids),
    findBy: (records) => records.findBy(by),
    page: async (records) => {
      await records.page([], { limit: 10 })
      const named = { column: 'id', comparison: 'contains', ignoreCase: true, value: 'dev' } as const
      await records.page([named], { limit: 10, marker: 'a' }, ids)
    },
    insert: (records) => records.insert(record),
    update: (records) => records.update({ ...record, ...by }, record),
    remove: (records) => records.remove('a'),
  })

const project = {
  ...{ ...none, id: 'a', name: 'dev', domain_id: 'd', parent_id: 'd', is_domain: false, enabled: true },
  description: '',
}
const user = {
  ...{ ...none, id: 'a', name: 'ann', domain_id: 'd', enabled: true, default_project_id: null },
  ...{ password_hash: 'h', password_expires_at: null, password_created_at: now },
  ...{ password_self_service: false, created_at: now },
}
const service = { id: 'a', type: 'compute', name: 'nova', enabled: true, description: '', extra: {} }
const endpoint: Endpoint = {
  ...{ id: 'a', service_id: 's', region_id: 'r', url: 'https://a', enabled: true, extra: {} },
  interface: 'public',
}
const credential = {
  ...{ id: 'a', user_id: 'u', project_id: 'p', name: 'ci', description: null, secret_hash: 'h' },
  ...{ expires_at: null, unrestricted: false },
}

const group = { id: 'a', name: 'devs', domain_id: 'd', description: '', extra: {} }
const role = { ...none, id: 'a', name: 'member', domain_id: null, description: null }
const region = { id: 'a', description: '', parent_region_id: null, extra: {} }

goldenRecords<Project>('projects', ({ projects }) => projects, project, { name: 'dev', domain_id: null })
goldenRecords<User>('users', ({ users }) => users, user, { name: 'eve', domain_id: 'd' })
goldenRecords<Group>('groups', ({ groups }) => groups, group, { name: 'ops', domain_id: 'd' })
goldenRecords<Role>('roles', ({ roles }) => roles, role, { name: 'reader', domain_id: null })
goldenRecords<Region>('regions', ({ regions }) => regions, region, { parent_region_id: 'r' })
goldenRecords<Service>('services', ({ services }) => services, service, { type: 'volume' })
goldenRecords<Endpoint>('endpoints', ({ endpoints }) => endpoints, endpoint, { service_id: 't' })
goldenRecords<ApplicationCredential>(
  'application-credentials',
  ({ applicationCredentials }) => applicationCredentials,
  credential,
  {
    user_id: 'u',
    name: 'cd',
  },
)

const assignment: RoleAssignment = {
  ...{ actor_id: 'u', target_id: 'p', role_id: 'r', inherited: false },
  actor_type: 'user',
  target_type: 'project',
}

goldenStore(url, 'assignments', assignments, {
  effectiveRoles: (all) => all.effectiveRoles('u', { target_type: 'project', target_id: 'p' }, now),
  targetsOf: (all) => all.targetsOf('u', 'project', now),
  list: async (all) => {
    await all.list({})
    await all.list(assignment)
    await all.list({ actor_type: 'user', actor_id: 'u' }, ids)
  },
  add: (all) => all.add(assignment),
  remove: (all) => all.remove(assignment),
  removeActor: (all) => all.removeActor('group', 'g'),
  removeTarget: (all) => all.removeTarget('p'),
})

goldenStore(url, 'relations', relations, {
  groupIdsOf: (all) => all.groupIdsOf('u'),
  expiringGroupsOf: (all) => all.expiringGroupsOf('u', now),
  userIdsOf: (all) => all.userIdsOf('g', now),
  addMember: (all) => all.addMember('g', 'u'),
  isMember: (all) => all.isMember('g', 'u', now),
  removeMember: (all) => all.removeMember('g', 'u'),
  tagsOf: (all) => all.tagsOf(ids),
  replaceTags: (all) => all.replaceTags('p', ['one', 'other']),
  addTag: (all) => all.addTag('p', 'one'),
  removeTag: (all) => all.removeTag('p', 'one'),
  projectsTagged: async (all) => {
    await all.projectsTagged({ all: ids, any: [], notAll: [], notAny: [] })
    await all.projectsTagged({ all: ids, any: ids, notAll: ids, notAny: ids })
  },
  forgetDefaultProject: (all) => all.forgetDefaultProject('p'),
  impliedRules: (all) => all.impliedRules(),
  addImplied: (all) => all.addImplied('r', 's'),
  removeImplied: (all) => all.removeImplied('r', 's'),
  roleIdsOfCredential: (all) => all.roleIdsOfCredential('c'),
  addCredentialRoles: (all) => all.addCredentialRoles('c', ids),
})

const claims: TokenClaims = {
  ...{ userId: 'u', issuedAt: 1, expiresAt: 2, auditIds: ['x'] },
  methods: ['password'],
  scope: { kind: 'project', id: 'p' },
}

goldenStore(url, 'revocations', revocations, {
  forget: (all) => all.forget(now),
  add: (all) => all.add({ userId: 'u', issuedBefore: 1 }, now),
  has: async (all) => {
    await all.has(claims, ids)
    await all.has({ ...claims, scope: { kind: 'unscoped' } }, [])
  },
  list: async (all) => {
    await all.list(undefined, 10)
    await all.list(now, 10)
  },
})

goldenStore(url, 'former-passwords', formerPasswords, {
  latest: (all) => all.latest('u', 5),
  add: (all) => all.add('u', 'h', now),
  keepOnly: { finds: [{ password_hash: 'h' }], run: (all) => all.keepOnly('u', 5) },
})

goldenStore(url, 'login-records', loginRecords, {
  find: (all) => all.find('u'),
  findMany: (all) => all.findMany(ids),
  countFailure: (all) => all.countFailure('u', now),
  forgetFailures: (all) => all.forgetFailures('u'),
  noteActive: (all) => all.noteActive('u', '2026-01-31'),
})

const rule = { id: 'a', user_id: 'u', service: 'compute', method: 'GET', path: '/v2.1/servers' }
goldenSql<typeof import('../resources/access-rule/records.ts'), IdentityTables>(url, 'access-rules-in-use', {
  accessRulesOf: { finds: [{ access_rule_id: 'a' }], run: (db) => accessRulesOf(db, 'c') },
  giveAccessRules: (db) => giveAccessRules(db, 'c', [rule]),
  isInUse: (db) => isInUse(db, 'a'),
})

goldenSql<typeof import('../resources/credential/records.ts'), IdentityTables>(url, 'count-credentials', {
  countCredentials: { finds: [{ count: 1 }], run: (db) => countCredentials(db, 'u') },
})

goldenSql<typeof import('../resources/oauth1/records.ts'), IdentityTables>(url, 'living-access-token', {
  livingAccessToken: (db) => livingAccessToken(db, 'a', 1),
})

const given = {
  ...{ id: 'a', trustor_user_id: 'u', trustee_user_id: 'v', project_id: 'p', impersonation: true },
  ...{ expires_at: null, remaining_uses: null, redelegation_count: 0, redelegated_trust_id: 'b' },
  ...{ deleted_at: null, extra: {} },
}
goldenSql<typeof trust, IdentityTables>(url, 'trust-roles-and-uses', {
  livingTrust: (db) => trust.livingTrust(db, 'a', 1),
  ancestorsOf: (db) => trust.ancestorsOf(db, given),
  roleIdsOfTrust: (db) => trust.roleIdsOfTrust(db, 'a'),
  insertTrust: (db) => trust.insertTrust(db, given, ids),
  takeUse: (db) => trust.takeUse(db, 'a'),
  purgeTrusts: (db) => trust.purgeTrusts(db, now),
})

goldenSql<typeof import('./replace-hash.ts'), IdentityTables>(url, 'replace-hash', {
  replaceHash: (db) => replaceHash(db, 'u', { before: 'h', after: 'i' }),
})

goldenSql<typeof import('../resources/domain-config/records.ts'), IdentityTables>(url, 'domain-config', {
  domainOptions: (db) => domainOptions(db, 'd'),
})

const place = { endpoint_id: null, service_id: 's', region_id: 'r' }
goldenSql<typeof import('../resources/endpoint-policy/records.ts'), IdentityTables>(url, 'endpoint-policy', {
  bindPolicy: (db) => bindPolicy(db, 'p', place),
  policyIdAt: (db) => policyIdAt(db, place),
  unbindPolicy: (db) => unbindPolicy(db, 'p', place),
})

const tied = (ties: typeof tiedEndpoints): Calls<typeof tiedEndpoints, IdentityTables> => ({
  add: (db) => ties.add(db, 'p', 'a'),
  has: (db) => ties.has(db, 'p', 'a'),
  remove: (db) => ties.remove(db, 'p', 'a'),
  ofProject: (db) => ties.ofProject(db, 'p'),
  projectsOf: (db) => ties.projectsOf(db, 'a'),
})
goldenSql<typeof tiedEndpoints, IdentityTables>(url, 'project-endpoints', tied(tiedEndpoints))
goldenSql<typeof tiedGroups, IdentityTables>(url, 'project-endpoint-groups', tied(tiedGroups))

const protocol = { id: 'saml2', idp_id: 'i', mapping_id: 'm', remote_id_attribute: null }
const known = { idp_id: 'i', protocol_id: 'saml2', unique_id: 'ann' }
goldenSql<typeof federation, IdentityTables>(url, 'federation', {
  protocolOf: (db) => federation.protocolOf(db, 'i', 'saml2'),
  protocolsOf: (db) => federation.protocolsOf(db, 'i'),
  insertProtocol: (db) => federation.insertProtocol(db, protocol),
  updateProtocol: (db) => federation.updateProtocol(db, protocol),
  deleteProtocol: (db) => federation.deleteProtocol(db, protocol),
  federatedUserId: (db) => federation.federatedUserId(db, known),
  addFederatedUser: (db) => federation.addFederatedUser(db, known, 'u'),
  replaceMemberships: (db) =>
    federation.replaceMemberships(db, { userId: 'u', idpId: 'i', expiresAt: now }, ids),
  federatedGroupIds: (db) => federation.federatedGroupIds(db, 'u', now),
  purgeMemberships: (db) => federation.purgeMemberships(db, now),
})

goldenSql<typeof import('../resources/saml2/records.ts'), IdentityTables>(url, 'saml-assertions', {
  purgeSamlAssertions: (db) => purgeSamlAssertions(db, now),
})

goldenSql<typeof ldap, IdentityTables>(url, 'ldap', {
  knownAs: (db) => ldap.knownAs(db, 'a'),
  remember: (db) => ldap.remember(db, { domain_id: 'd', entity_type: 'user', local_id: 'ann' }),
  publicIds: (db) => ldap.publicIds(db, 'd', 'group'),
  forget: (db) => ldap.forget(db, 'a'),
  freeName: (db) => ldap.freeName(db, 'users', { id: 'a', name: 'ann', domain_id: 'd' }),
})
