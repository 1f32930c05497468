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

/** Limits of projects. */
export interface ProjectLimits {
  /** The project's own limits, with defaults for the others. */
  of(projectId: string): Promise<Limits>
  /** Limits of projects without their own. */
  defaults(): Promise<Limits>
  /** The remaining amounts of other limited resource classes that servers request, besides VCPU and memory. */
  roomOf(projectId: string, wanted: RequestedResources): Promise<readonly ClassRoom[]>
}

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  /** Limits kept by Keystone. */
  readonly unified: UnifiedLimits
  /** Usage as recorded by placement. */
  readonly usages: ProjectUsages
}

/** The empty project id stands for the registered limits. */
const nobody = ''

const none = (): Limits => ({
  ...unlimitedByUs,
  ...{ instances: -1, cores: -1, ram: -1, metadata_items: -1, injected_files: -1 },
  ...{ injected_file_content_bytes: -1, injected_file_path_length: -1 },
  ...{ key_pairs: -1, server_groups: -1, server_group_members: -1 },
})

/** Only Keystone has limits of other resource classes. */
const noClasses = async (): Promise<readonly ClassRoom[]> => []

/** Classes with a quota of their own are counted here, including servers without a host yet. */
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

/** Limits from where `[quota] driver` says: the database, Keystone, or none. */
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
