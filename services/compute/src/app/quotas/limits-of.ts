import type { Databases } from '../../db/cells/databases.ts'
import { projectLimits } from '../../db/quotas/project-limits.ts'
import { defaultClass, quotaClasses } from '../../db/quotas/quota-classes.ts'
import { type Limits, unlimitedByUs } from '../../domain/quotas/quota.ts'
import type { ComputeConfig } from '../compute-options.ts'

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
}

/** The limits of projects that have none of their own: those of the default class, else the configured ones. */
export const defaultLimits =
  ({ databases, config }: Deps) =>
  async (): Promise<Limits> => ({
    ...unlimitedByUs,
    ...config.quota,
    ...(await quotaClasses(databases.api).limitsOf(defaultClass)),
  })

/** The limits of a project: its own where they were set, else the default ones. */
export const limitsOf =
  ({ databases, config }: Deps) =>
  async (projectId: string): Promise<Limits> => ({
    ...unlimitedByUs,
    ...config.quota,
    ...(await projectLimits(databases.api, projectId)),
  })
