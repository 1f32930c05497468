import type { Route } from '@nimbo/http/route'
import { Type } from 'typebox'
import type { IdentityApp } from '../app/identity-app.ts'
import { applicationCredentialRoutes } from './application-credentials.ts'
import { authScopeRoutes } from './auth-scopes.ts'
import { tokenRoutes } from './auth-tokens.ts'
import { domainRoutes } from './domains.ts'
import { endpointRoutes } from './endpoints.ts'
import { grantRoutes } from './grants.ts'
import { groupRoutes } from './groups.ts'
import { impliedRoleRoutes } from './implied-roles.ts'
import { projectTagRoutes } from './project-tags.ts'
import { projectRoutes } from './projects.ts'
import { regionRoutes } from './regions.ts'
import { revocationEventRoutes } from './revocation-events.ts'
import { roleAssignmentRoutes } from './role-assignments.ts'
import { roleRoutes } from './roles.ts'
import { serviceRoutes } from './services.ts'
import { userRoutes } from './users.ts'
import { versionRoutes } from './versions.ts'

/** Parameters of a query are given once each; what else a query holds is left alone. */
const SingleValues = Type.Record(Type.String(), Type.String({ maxLength: 4096 }))

/** Every operation of identity. */
export const identityRoutes: readonly Route<IdentityApp>[] = [
  ...versionRoutes,
  ...tokenRoutes,
  ...authScopeRoutes,
  ...domainRoutes,
  ...projectRoutes,
  ...projectTagRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...roleRoutes,
  ...impliedRoleRoutes,
  ...grantRoutes,
  ...roleAssignmentRoutes,
  ...regionRoutes,
  ...serviceRoutes,
  ...endpointRoutes,
  ...applicationCredentialRoutes,
  ...revocationEventRoutes,
].map((each) => ({ ...each, operation: { query: SingleValues, ...each.operation } }))

export const operations = identityRoutes.map(({ operation }) => operation)
