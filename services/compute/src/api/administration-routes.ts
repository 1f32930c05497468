import type { Route } from '@nimbo/http/route'
import type { ComputeApp } from '../app/compute-app.ts'
import { aggregateRoutes } from './hosts/aggregates.ts'
import { auditRoutes } from './audit.ts'
import { availabilityZoneRoutes } from './hosts/availability-zones.ts'
import { flavorAccessRoutes } from './flavors/flavor-access.ts'
import { flavorExtraSpecRoutes } from './flavors/flavor-extra-specs.ts'
import { flavorRoutes } from './flavors/flavors.ts'
import { hostRoutes } from './hosts/hosts.ts'
import { hypervisorRoutes } from './hosts/hypervisors.ts'
import { keyPairRoutes } from './key-pairs.ts'
import { limitRoutes } from './quotas/limits.ts'
import { quotaClassRoutes } from './quotas/quota-classes.ts'
import { quotaRoutes } from './quotas/quotas.ts'
import { consoleAuthTokenRoutes } from './server-facts/console-auth-tokens.ts'
import { tenantUsageRoutes } from './usage/tenant-usage.ts'
import { usageAuditLogRoutes } from './usage/usage-audit-log.ts'
import { serverGroupRoutes } from './server-groups.ts'
import { serviceRoutes } from './hosts/services.ts'

/** Operations for administrators, and operations of users that are not about servers. */
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
