import type { ProjectUsages } from '@nimbo/clients/project-usages'
import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import { internalContext } from '@nimbo/kernel/context'
import type { Databases } from '../../db/cells/databases.ts'
import { limitsSetFor } from '../../db/quotas/limits-set-for.ts'
import { defaultClass, quotaClasses } from '../../db/quotas/quota-classes.ts'
import type { ClassRoom } from '../../domain/quotas/class-room.ts'
import { type Limits, unlimitedByUs } from '../../domain/quotas/quota.ts'
import { classLimit, fromUnified } from '../../domain/quotas/unified-names.ts'
import type { RequestedResources } from '../../domain/scheduling/requested-resources.ts'
import type { ComputeConfig } from '../compute-options.ts'

/** How much projects may have. */
export interface ProjectLimits {
  /** A project's own where they were set, else the default ones. */
  of(projectId: string): Promise<Limits>
  /** Those of projects that have none of their own. */
  defaults(): Promise<Limits>
  /** What there is for a project of resource classes that servers ask for and that are limited, besides cores and memory. */
  roomOf(projectId: string, wanted: RequestedResources): Promise<readonly ClassRoom[]>
}

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
  /** What placement has given to a project. */
  readonly usages: ProjectUsages
}

/** Of nobody: what is registered for all. */
const nobody = ''

const none = (): Limits => ({
  ...unlimitedByUs,
  ...{ instances: -1, cores: -1, ram: -1, metadata_items: -1, injected_files: -1 },
  ...{ injected_file_content_bytes: -1, injected_file_path_length: -1 },
  ...{ key_pairs: -1, server_groups: -1, server_group_members: -1 },
})

/** Only identity limits classes. */
const noClasses = async (): Promise<readonly ClassRoom[]> => []

/** Those that have a quota of their own: they are counted here, servers on their way to a host included. */
const countedHere: ReadonlySet<string> = new Set(['VCPU', 'MEMORY_MB'])

const unifiedRoom =
  ({ config: { quota }, unified, usages }: Deps): ProjectLimits['roomOf'] =>
  async (projectId, wanted) => {
    const names = Object.keys(wanted).filter((name) => !countedHere.has(name))
    if (names.length === 0) return []
    const registered = await unified(internalContext(), projectId)
    const limited = names
      .map((resourceClass) => ({ resourceClass, limit: classLimit(registered, quota, resourceClass) }))
      .filter(({ limit }) => limit >= 0)
    if (limited.length === 0) return []
    const used = await usages(internalContext(), projectId)
    return limited.map((one) => ({ ...one, used: used[one.resourceClass] ?? 0 }))
  }

/** Limits as `[quota] driver` says where they are kept: here, in identity, or nowhere. */
export const projectLimits = (deps: Deps): ProjectLimits => {
  const {
    databases,
    config: { quota },
    unified,
  } = deps
  if (quota.driver === 'nova.quota.NoopQuotaDriver')
    return { of: async () => none(), defaults: async () => none(), roomOf: noClasses }
  if (quota.driver === 'nova.quota.UnifiedLimitsDriver') {
    const of = async (projectId: string): Promise<Limits> =>
      fromUnified(await unified(internalContext(), projectId), quota)
    return { of, defaults: () => of(nobody), roomOf: unifiedRoom(deps) }
  }
  const {
    driver: _,
    unified_limits_resource_strategy: __,
    unified_limits_resource_list: ___,
    ...configured
  } = quota
  const usual = { ...unlimitedByUs, ...configured }
  return {
    roomOf: noClasses,
    of: async (projectId) => ({ ...usual, ...(await limitsSetFor(databases.api, projectId)) }),
    defaults: async () => ({ ...usual, ...(await quotaClasses(databases.api).limitsOf(defaultClass)) }),
  }
}
