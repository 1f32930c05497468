import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { serverGroups } from '../../db/server-groups.ts'
import type { QuotaResource } from '../../domain/quotas/quota.ts'
import type { ProjectLimits } from './project-limits.ts'

export interface QuotaDeps {
  readonly databases: Databases
  readonly clock: Clock
  readonly limits: Pick<ProjectLimits, 'areUnified' | 'of' | 'usage'>
}

/** Whose limits are meant: a project's, or those of a user within it. */
export interface QuotaOwner {
  readonly projectId: string
  readonly userId?: string
}

export type QuotaUsage = Readonly<Partial<Record<QuotaResource, number>>>

/** What a project, or a user within it, uses of each resource; nothing counts here of limits per server, group or key pair. */
export const quotaUsage =
  ({ databases, clock, limits }: QuotaDeps) =>
  async ({ projectId, userId }: QuotaOwner): Promise<QuotaUsage> => ({
    ...(await limits.usage(projectId, userId)),
    server_groups: await serverGroups(databases.api, clock).count([projectId], userId),
  })
