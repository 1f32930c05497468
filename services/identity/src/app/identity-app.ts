import { createApplicationCredentials } from './application-credentials.ts'
import { createCatalogRecords } from './catalog-records.ts'
import type { Deps } from './deps.ts'
import { createDomains } from './domains.ts'
import { createGrants } from './grants.ts'
import { createGroups } from './groups.ts'
import { createIssueToken } from './issue-token.ts'
import { createListRoleAssignments } from './list-role-assignments.ts'
import { createNameRecords } from './name-records.ts'
import { createProjects } from './projects.ts'
import { createRevoke } from './revoke.ts'
import { createRoles } from './roles.ts'
import { createShowCatalog } from './show-catalog.ts'
import { createUsers } from './users.ts'
import { createValidateToken } from './validate-token.ts'

/** Everything one can ask of identity, apart from how it is asked. */
export const createIdentityApp = (deps: Deps) => {
  const validateToken = createValidateToken(deps)
  const revoke = createRevoke(deps)
  const projects = createProjects(deps, revoke)
  return {
    mostListed: deps.config.DEFAULT.max_db_limit,
    tokens: {
      issue: createIssueToken(deps, validateToken),
      validate: validateToken,
      revoke,
      revocations: (since: string | undefined) =>
        deps.stores.revocations.list(since, deps.config.DEFAULT.max_db_limit),
    },
    showCatalog: createShowCatalog(deps),
    domains: createDomains(deps, revoke),
    projects,
    users: createUsers(deps, revoke),
    groups: createGroups(deps),
    roles: createRoles(deps),
    grants: createGrants(deps),
    nameRecords: createNameRecords(deps),
    listRoleAssignments: createListRoleAssignments(deps, projects.descendants),
    catalog: createCatalogRecords(deps),
    applicationCredentials: createApplicationCredentials(deps),
  }
}

export type IdentityApp = ReturnType<typeof createIdentityApp>
