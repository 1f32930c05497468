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
import { applicationCredentials } from '../resources/application-credential/routes.ts'
import { authScopes } from './auth-scopes.ts'
import { tokens } from './auth-tokens.ts'
import { domains } from './domains.ts'
import { endpoints } from './endpoints.ts'
import { grants } from './grants.ts'
import { groups } from './groups.ts'
import { impliedRoles } from './implied-roles.ts'
import { memberships } from './memberships.ts'
import { projectTags } from './project-tags.ts'
import { projects } from './projects.ts'
import { regions } from './regions.ts'
import { revocationEvents } from './revocation-events.ts'
import { roleAssignments } from './role-assignments.ts'
import { roles } from './roles.ts'
import { services } from './services.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'

/** Every operation of identity, with its handler. */
export const routes: readonly Route<IdentityApp>[] = [
  ...versions,
  ...tokens,
  ...authScopes,
  ...domains,
  ...projects,
  ...projectTags,
  ...users,
  ...groups,
  ...memberships,
  ...roles,
  ...impliedRoles,
  ...grants,
  ...roleAssignments,
  ...regions,
  ...services,
  ...endpoints,
  ...applicationCredentials,
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
  ...revocationEvents,
]

export const operations = routes.map(({ operation }) => operation)
