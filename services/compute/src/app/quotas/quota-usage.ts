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

/** The owner of limits: a project, or a user within it. */
export interface QuotaOwner {
  readonly projectId: string
  readonly userId?: string
}

export type QuotaUsage = Readonly<Partial<Record<QuotaResource, number>>>

/**
 * The usage of a project, or of a user within it, by resource; resources that are limited per server, group or user are
 * absent.
 */
export const quotaUsage =
  ({ databases, clock, limits }: QuotaDeps) =>
  async ({ projectId, userId }: QuotaOwner): Promise<QuotaUsage> => ({
    ...(await limits.usage(projectId, userId)),
    server_groups: await serverGroups(databases.api, clock).count([projectId], userId),
  })
