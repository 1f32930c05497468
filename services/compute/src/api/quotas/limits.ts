import { type AbsoluteLimitsView, showLimits } from '@nimbo/contracts/compute/quotas'
import { quotaUsage } from '../../app/quotas/quota-usage.ts'
import type { Limits, QuotaResource } from '../../domain/quotas/quota.ts'
import { handle } from '../handle.ts'

const view = (
  limits: Limits,
  used: Readonly<Partial<Record<QuotaResource, number>>>,
): AbsoluteLimitsView => ({
  maxTotalInstances: limits.instances,
  maxTotalCores: limits.cores,
  maxTotalRAMSize: limits.ram,
  maxServerMeta: limits.metadata_items,
  maxTotalKeypairs: limits.key_pairs,
  maxServerGroups: limits.server_groups,
  maxServerGroupMembers: limits.server_group_members,
  totalInstancesUsed: used.instances ?? 0,
  totalCoresUsed: used.cores ?? 0,
  totalRAMUsed: used.ram ?? 0,
  totalServerGroupsUsed: used.server_groups ?? 0,
  maxPersonality: limits.injected_files,
  maxPersonalitySize: limits.injected_file_content_bytes,
  maxImageMeta: limits.metadata_items,
  maxSecurityGroups: limits.security_groups,
  maxSecurityGroupRules: limits.security_group_rules,
  maxTotalFloatingIps: limits.floating_ips,
  totalFloatingIpsUsed: 0,
  totalSecurityGroupsUsed: 0,
})

const show = handle(showLimits, async ({ ctx, app, query, enforce }) => {
  const projectId = query.tenant_id ?? ctx.projectId ?? ''
  // A caller who names a project needs the permission for other projects, even if it is the caller's own.
  if (query.tenant_id !== undefined) enforce('os_compute_api:limits:other_project', { project_id: projectId })
  const [limits, used] = await Promise.all([
    app.deps.limits.of(projectId),
    quotaUsage(app.deps)({ projectId }),
  ])
  return { limits: { rate: [], absolute: view(limits, used) } }
})

export const limitRoutes = [show]
