import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../app/compute-app.ts'
import { aggregateRoutes } from './aggregates.ts'
import { auditRoutes } from './audit.ts'
import { availabilityZoneRoutes } from './availability-zones.ts'
import { flavorAccessRoutes } from './flavor-access.ts'
import { flavorExtraSpecRoutes } from './flavor-extra-specs.ts'
import { flavorRoutes } from './flavors.ts'
import { hostRoutes } from './hosts/hosts.ts'
import { hypervisorRoutes } from './hypervisors.ts'
import { keyPairRoutes } from './key-pairs.ts'
import { limitRoutes } from './limits.ts'
import { quotaClassRoutes } from './quota-classes.ts'
import { quotaRoutes } from './quotas.ts'
import { consoleAuthTokenRoutes } from './server-facts/console-auth-tokens.ts'
import { tenantUsageRoutes } from './usage/tenant-usage.ts'
import { usageAuditLogRoutes } from './usage/usage-audit-log.ts'
import { serverGroupRoutes } from './server-groups.ts'
import { serviceRoutes } from './services.ts'

/** What administrators run the cloud by, and what users ask of it besides servers. */
export const administrationRoutes: readonly Route<ComputeApp>[] = [
  ...flavorRoutes,
  ...flavorExtraSpecRoutes,
  ...flavorAccessRoutes,
  ...keyPairRoutes,
  ...limitRoutes,
  ...quotaRoutes,
  ...quotaClassRoutes,
  ...serverGroupRoutes,
  ...availabilityZoneRoutes,
  ...serviceRoutes,
  ...hypervisorRoutes,
  ...aggregateRoutes,
  ...auditRoutes,
  ...hostRoutes,
  ...tenantUsageRoutes,
  ...usageAuditLogRoutes,
  ...consoleAuthTokenRoutes,
]
