import { registeredLimitRoutes } from '../resources/registered-limit/routes.ts'
import { limitRoutes } from '../resources/limit/routes.ts'
import { policyRoutes } from '../resources/policy/routes.ts'
import { endpointGroupRoutes } from '../resources/endpoint-group/routes.ts'
import { endpointFilterRoutes } from '../resources/endpoint-filter/routes.ts'
import { endpointPolicyRoutes } from '../resources/endpoint-policy/routes.ts'
import { domainConfigRoutes } from '../resources/domain-config/routes.ts'
import { identityProviderRoutes } from '../resources/identity-provider/routes.ts'
import { mappingRoutes } from '../resources/mapping/routes.ts'
import { serviceProviderRoutes } from '../resources/service-provider/routes.ts'
import { oauth1Routes } from '../resources/oauth1/routes.ts'
import { oauth2Routes } from '../resources/oauth2/routes.ts'
import { saml2Routes } from '../resources/saml2/routes.ts'
import { webSsoRoutes } from '../resources/websso/routes.ts'
import { federationProtocolRoutes } from '../resources/federation-protocol/routes.ts'
import type { Route } from '@nimbo/http/route'
import type { IdentityApp } from '../app/identity-app.ts'
import { trustRoutes } from '../resources/trust/routes.ts'
import { credentialRoutes } from '../resources/credential/routes.ts'
import { ec2CredentialRoutes } from '../resources/ec2-credential/routes.ts'
import { accessRuleRoutes } from '../resources/access-rule/routes.ts'
import { applicationCredentialRoutes } from '../resources/application-credential/routes.ts'
import { authScopeRoutes } from '../resources/token/scope-routes.ts'
import { tokenRoutes } from '../resources/token/routes.ts'
import { domainRoutes } from '../resources/domain/routes.ts'
import { endpointRoutes } from '../resources/catalog/endpoint-routes.ts'
import { grantRoutes } from '../resources/role-assignment/grant-routes.ts'
import { groupRoutes } from '../resources/group/routes.ts'
import { impliedRoleRoutes } from '../resources/role/implied-role-routes.ts'
import { membershipRoutes } from '../resources/group/membership-routes.ts'
import { projectTagRoutes } from '../resources/project/tag-routes.ts'
import { projectRoutes } from '../resources/project/routes.ts'
import { regionRoutes } from '../resources/catalog/region-routes.ts'
import { revocationEventRoutes } from '../resources/token/revocation-event-routes.ts'
import { roleAssignmentRoutes } from '../resources/role-assignment/routes.ts'
import { roleRoutes } from '../resources/role/routes.ts'
import { serviceRoutes } from '../resources/catalog/service-routes.ts'
import { userRoutes } from '../resources/user/routes.ts'
import { versions } from './versions.ts'

/** All operations of identity with their handlers. */
export const routes: readonly Route<IdentityApp>[] = [
  ...versions,
  ...tokenRoutes,
  ...authScopeRoutes,
  ...domainRoutes,
  ...projectRoutes,
  ...projectTagRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...membershipRoutes,
  ...roleRoutes,
  ...impliedRoleRoutes,
  ...grantRoutes,
  ...roleAssignmentRoutes,
  ...regionRoutes,
  ...serviceRoutes,
  ...endpointRoutes,
  ...applicationCredentialRoutes,
  ...accessRuleRoutes,
  ...credentialRoutes,
  ...ec2CredentialRoutes,
  ...trustRoutes,
  ...registeredLimitRoutes,
  ...limitRoutes,
  ...policyRoutes,
  ...endpointGroupRoutes,
  ...endpointFilterRoutes,
  ...endpointPolicyRoutes,
  ...domainConfigRoutes,
  ...identityProviderRoutes,
  ...mappingRoutes,
  ...federationProtocolRoutes,
  ...serviceProviderRoutes,
  ...oauth1Routes,
  ...oauth2Routes,
  ...webSsoRoutes,
  ...saml2Routes,
  ...revocationEventRoutes,
]

export const operations = routes.map(({ operation }) => operation)
