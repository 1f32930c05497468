import type { ProjectUsages } from '@nimbo/clients/project-usages'
import type { Clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { Databases } from '../../db/cells/databases.ts'
import type { ServerUsage } from '../../domain/quotas/server-usage.ts'
import type { ComputeConfig } from '../compute-options.ts'
import { countUsage } from './count-usage.ts'

interface Deps {
  readonly databases: Databases
  readonly clock: Clock
  readonly config: Pick<ComputeConfig, 'quota'>
  /** Usage as recorded by placement. */
  readonly usages: ProjectUsages
}

/** Reads the usage of a project, or that of one user within it. */
export type ReadUsage = (projectId: string, userId?: string) => Promise<ServerUsage>

/**
 * Counts servers in the databases, and their cores and memory too. With `count_usage_from_placement`, cores and memory
 * are those that placement has allocated: they include both sizes of a server that is being resized and servers of
 * cells that are down, but not servers without a host.
 */
export const usageOfProject = ({ config, usages, ...deps }: Deps): ReadUsage => {
  const count = countUsage(deps)
  return async (projectId, userId) => {
    const counted = await count(projectId, userId)
    if (!config.quota.count_usage_from_placement) return counted
    const { VCPU = 0, PCPU = 0, MEMORY_MB: ram = 0 } = await usages(internalContext(), projectId, userId)
    return { instances: counted.instances, cores: VCPU + PCPU, ram }
  }
}
