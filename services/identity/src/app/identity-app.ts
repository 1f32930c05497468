import { createAffectTokens } from '../resources/token/affect-tokens.ts'
import { createTrusts } from '../resources/trust/trusts.ts'
import { createCredentials } from '../resources/credential/credentials.ts'
import { createSignedRequests } from '../resources/ec2-credential/signed-requests.ts'
import { createRegisteredLimits } from '../resources/registered-limit/registered-limits.ts'
import { createLimits } from '../resources/limit/limits.ts'
import { createPolicies } from '../resources/policy/policies.ts'
import { createEndpointGroups } from '../resources/endpoint-group/endpoint-groups.ts'
import { createEndpointFilter } from '../resources/endpoint-filter/endpoint-filter.ts'
import { createEndpointPolicies } from '../resources/endpoint-policy/endpoint-policies.ts'
import { createDomainConfig } from '../resources/domain-config/domain-config.ts'
import { createIdentityProviders } from '../resources/identity-provider/identity-providers.ts'
import { createMappings } from '../resources/mapping/mappings.ts'
import { createProtocols } from '../resources/federation-protocol/protocols.ts'
import { proxyHeaders } from '../resources/federation-protocol/proxy-headers.ts'
import { samlResponses } from '../resources/saml2/saml-responses.ts'
import { createLdapDomains } from '../resources/ldap/ldap-domains.ts'
import { groupsOfDirectories, usersOfDirectories } from '../resources/ldap/of-directories.ts'
import { bearerTokens } from '../resources/openid/bearer-tokens.ts'
import { createCodeFlow } from '../resources/openid/code-flow.ts'
import { openidProvider } from '../resources/openid/provider.ts'
import { createSamlAssertions } from '../resources/saml2/assertions.ts'
import { createServiceProviders } from '../resources/service-provider/service-providers.ts'
import { createAccessTokens } from '../resources/oauth1/access-tokens.ts'
import { createCertificateLogin } from '../resources/oauth2/certificate-login.ts'
import { createConsumers } from '../resources/oauth1/consumers.ts'
import { createRequestTokens } from '../resources/oauth1/request-tokens.ts'
import { createSignedCalls } from '../resources/oauth1/signed-call.ts'
import { createDashboardSignIn } from '../resources/websso/sign-in.ts'
import { createFederatedSignIn } from '../resources/federation-protocol/sign-in.ts'
import { notifyRefusals } from '../resources/federation-protocol/notify-refusals.ts'
import { createAccessRules } from '../resources/access-rule/access-rules.ts'
import { createApplicationCredentials } from '../resources/application-credential/application-credentials.ts'
import { createCatalogRecords } from '../resources/catalog/catalog-records.ts'
import { createChangePassword } from '../resources/user/change-password.ts'
import { claimsDescriber } from '../resources/token/describe-claims.ts'
import { createIsPasscodeOf } from './is-passcode-of.ts'
import { createSealToken } from '../resources/token/seal-token.ts'
import type { Deps } from './deps.ts'
import { createDomains } from '../resources/domain/domains.ts'
import { createGrants } from '../resources/role-assignment/grants.ts'
import { createGroups } from '../resources/group/groups.ts'
import { createIssueToken } from '../resources/token/issue-token.ts'
import { createListRoleAssignments } from '../resources/role-assignment/list-role-assignments.ts'
import { createLoginWatch } from '../resources/user/login-watch.ts'
import { createNameRecords } from '../resources/role-assignment/name-records.ts'
import { createPasswordRules } from '../resources/user/password-rules.ts'
import { createProjects } from '../resources/project/projects.ts'
import { createPurgeExpired } from './purge-expired.ts'
import { createRevoke, createRevokeToken } from '../resources/token/revoke.ts'
import { createRoles } from '../resources/role/roles.ts'
import { createSaveUser } from '../resources/user/save-user.ts'
import { createShowCatalog } from '../resources/catalog/show-catalog.ts'
import { notifyLogins } from './notify-logins.ts'
import { createUsers } from '../resources/user/users.ts'
import { createValidateToken } from '../resources/token/validate-token.ts'

/** All use cases of identity, independent of HTTP. */
export const createIdentityApp = (deps: Deps) => {
  const logins = createLoginWatch(deps)
  const passwords = createPasswordRules(deps)
  const describe = claimsDescriber(deps.stores, logins)
  const validateToken = createValidateToken(deps, describe)
  const affect = createAffectTokens(deps)
  const directories = createLdapDomains(deps, affect)
  const seal = createSealToken(deps, { describe, logins, directories })
  const isPasscodeOf = createIsPasscodeOf(deps)
  const provider = openidProvider(deps.config.openid, deps.clock)
  const codeFlow = createCodeFlow(deps, provider)
  const sources = [
    proxyHeaders(deps.config.federation),
    samlResponses(deps),
    codeFlow.source,
    bearerTokens(deps, provider),
  ]
  const federatedSignIn = notifyRefusals(deps, createFederatedSignIn(deps, sources))
  const signedCalls = createSignedCalls(deps)
  const accessTokens = createAccessTokens(deps, affect, signedCalls)
  const login = {
    validateToken,
    directories,
    logins,
    passwords,
    isPasscodeOf,
    describe,
    seal,
    federatedSignIn,
    accessTokens,
  }
  const revoke = createRevoke(deps)
  const save = createSaveUser({ notices: deps.notices, affect, revoke, passwords })
  const domains = createDomains(deps, affect, revoke)
  const endpointFilter = createEndpointFilter(deps)
  const projects = createProjects(deps, affect, revoke)
  return {
    purgeExpired: createPurgeExpired(deps),
    mostListed: deps.config.DEFAULT.max_db_limit,
    authMethods: deps.config.auth.methods,
    tokens: {
      issue: notifyLogins(createIssueToken(deps, login), deps.notices),
      validate: validateToken,
      revoke: createRevokeToken(affect, revoke),
      revocations: (since: string | undefined) =>
        deps.stores.revocations.list(since, deps.config.DEFAULT.max_db_limit),
    },
    showCatalog: createShowCatalog(deps, endpointFilter),
    domains,
    projects,
    users: usersOfDirectories(createUsers(deps, { affect, passwords, logins, save }), directories),
    changePassword: createChangePassword(deps, { passwords, logins, save }),
    groups: groupsOfDirectories(createGroups(deps, affect, logins), directories),
    roles: createRoles(deps, affect),
    grants: createGrants(deps, affect),
    nameRecords: createNameRecords(deps),
    listRoleAssignments: createListRoleAssignments(deps, projects),
    catalog: createCatalogRecords(deps),
    trusts: createTrusts(deps, affect),
    credentials: createCredentials(deps),
    signedRequests: createSignedRequests(deps, seal),
    registeredLimits: createRegisteredLimits(deps),
    limits: createLimits(deps),
    policies: createPolicies(deps),
    endpointGroups: createEndpointGroups(deps),
    endpointFilter,
    endpointPolicies: createEndpointPolicies(deps),
    domainConfig: createDomainConfig(deps),
    identityProviders: createIdentityProviders(deps, domains),
    mappings: createMappings(deps),
    protocols: createProtocols(deps, affect),
    serviceProviders: createServiceProviders(deps),
    signInFederated: async (...asked: Parameters<typeof federatedSignIn>) =>
      seal(await federatedSignIn(...asked), { kind: 'unscoped' }),
    signInToDashboard: createDashboardSignIn(deps, { signIn: federatedSignIn, seal, sources, codeFlow }),
    saml: createSamlAssertions(deps, validateToken),
    signInByCertificate: createCertificateLogin(deps, seal),
    oauth2Methods: deps.config.oauth2.oauth2_authn_methods,
    oauth1: {
      consumers: createConsumers(deps, affect),
      requestTokens: createRequestTokens(deps, signedCalls),
      accessTokens,
    },
    accessRules: createAccessRules(deps),
    applicationCredentials: createApplicationCredentials(deps, affect),
  }
}

export type IdentityApp = ReturnType<typeof createIdentityApp>
