import { ok } from '@nimbo/http/reply'
import { lowered } from '@nimbo/http/versioned'
import { limitsOf } from '../app/limits-of.ts'
import { projectUsage } from '../app/set-limits.ts'
import type { Limits, QuotaResource } from '../domain/quota.ts'
import { route } from './route.ts'

type Absolute = Readonly<Record<string, number>>

const absoluteLimits = (
  limits: Limits,
  used: Readonly<Partial<Record<QuotaResource, number>>>,
): Absolute => ({
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
})

/** What the versions took away, each put back for those before it. */
const lowerLimits = (limits: Limits) =>
  lowered<Absolute>(
    [
      '2.57',
      (view) => ({
        ...view,
        maxPersonality: limits.injected_files,
        maxPersonalitySize: limits.injected_file_content_bytes,
      }),
    ],
    ['2.39', (view) => ({ ...view, maxImageMeta: limits.metadata_items })],
    [
      '2.36',
      (view) => ({
        ...view,
        maxSecurityGroups: -1,
        maxSecurityGroupRules: -1,
        maxTotalFloatingIps: -1,
        totalFloatingIpsUsed: 0,
        totalSecurityGroupsUsed: 0,
      }),
    ],
  )

const show = route({
  method: 'GET',
  path: '/limits',
  name: 'limits.show',
  policy: 'os_compute_api:limits',
  replies: [200],
  handle: async ({ ctx, app, query, version, enforce }) => {
    const projectId = query.tenant_id ?? ctx.projectId ?? ''
    if (projectId !== ctx.projectId) enforce('os_compute_api:limits:other_project', { project_id: projectId })
    const [limits, used] = await Promise.all([
      limitsOf(app.deps)(projectId),
      projectUsage(app.deps)(projectId),
    ])
    const absolute = lowerLimits(limits)(absoluteLimits(limits, used), version)
    return ok({ limits: { rate: [], absolute } })
  },
})

export const limitRoutes = [show]
