import type { Route } from '@nimbo/http/route'
import type { NetworkApp } from '../app/network-app.ts'
import { networkType } from '../domain/network.ts'
import { portType } from '../domain/port.ts'
import { securityGroupRuleType, securityGroupType } from '../domain/security-group.ts'
import { subnetType } from '../domain/subnet.ts'
import { deleteAgent, listAgents, listAvailabilityZones, showAgent, updateAgent } from './agents.ts'
import { listExtensions, showExtension } from './extensions.ts'
import {
  deleteQuota,
  listQuotas,
  showDefaultQuota,
  showOwnProject,
  showQuota,
  showQuotaDetails,
  updateQuota,
} from './quotas.ts'
import { resourceRoutes } from './resource-routes.ts'
import { tagRoutes } from './tags.ts'
import { listResources } from './versions.ts'

/** Everything below `/v2.0`. */
export const routes: readonly Route<NetworkApp>[] = [
  listResources,
  listExtensions,
  showExtension,
  ...resourceRoutes(networkType, (app) => app.networks),
  ...resourceRoutes(subnetType, (app) => app.subnets),
  ...resourceRoutes(portType, (app) => app.ports),
  ...resourceRoutes(securityGroupType, (app) => app.securityGroups),
  ...resourceRoutes(securityGroupRuleType, (app) => app.securityGroupRules),
  ...tagRoutes('networks', (app) => app.networks),
  ...tagRoutes('subnets', (app) => app.subnets),
  ...tagRoutes('ports', (app) => app.ports),
  ...tagRoutes('security-groups', (app) => app.securityGroups),
  listQuotas,
  showOwnProject,
  showQuota,
  showDefaultQuota,
  ...showQuotaDetails,
  updateQuota,
  deleteQuota,
  listAgents,
  showAgent,
  updateAgent,
  deleteAgent,
  listAvailabilityZones,
]

export const operations = routes.map(({ operation }) => operation)
