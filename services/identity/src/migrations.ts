import type { MigrationSet } from '@nimbo/db/migrate'
import { outboxMigration } from '@nimbo/notifications/outbox-migration'
import { createTables } from './db/0001-tables.ts'
import { addPasswordRules } from './db/0002-password-rules.ts'
import { foldNamesOfDomains } from './db/0004-names-of-domains.ts'
import { leaveRestrictionUnsaid } from './resources/application-credential/migration.ts'
import { createAccessRules } from './resources/access-rule/migration.ts'
import { createCredentials } from './resources/credential/migration.ts'
import { createTrusts } from './resources/trust/migration.ts'
import { createLimits } from './resources/registered-limit/migration.ts'
import { createPolicies } from './resources/policy/migration.ts'
import { createEndpointGroups } from './resources/endpoint-group/migration.ts'
import { createDomainConfig } from './resources/domain-config/migration.ts'
import { createServiceProviders } from './resources/service-provider/migration.ts'
import { createOauth1 } from './resources/oauth1/migration.ts'
import { createSamlAssertionsSeen } from './resources/saml2/migration.ts'
import { createIdMapping } from './resources/ldap/migration.ts'
import { createFederation } from './resources/identity-provider/migration.ts'

export const identityMigrations: MigrationSet = {
  '0001-tables': createTables,
  '0002-password-rules': addPasswordRules,
  '0003-notifications': outboxMigration,
  '0004-names-of-domains': foldNamesOfDomains,
  '0005-access-rules': createAccessRules,
  '0006-trusts': createTrusts,
  '0007-credentials': createCredentials,
  '0008-limits': createLimits,
  '0009-policies': createPolicies,
  '0010-endpoint-groups': createEndpointGroups,
  '0011-domain-config': createDomainConfig,
  '0012-federation': createFederation,
  '0013-service-providers': createServiceProviders,
  '0014-oauth1': createOauth1,
  '0015-saml-assertions': createSamlAssertionsSeen,
  '0016-id-mapping': createIdMapping,
  '0017-restriction-unsaid': leaveRestrictionUnsaid,
}
