import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import { internalContext } from '@nimbo/kernel/context'
import type { Databases } from '../../db/cells/databases.ts'
import { limitsSetFor } from '../../db/quotas/limits-set-for.ts'
import { defaultClass, quotaClasses } from '../../db/quotas/quota-classes.ts'
import { type Limits, unlimitedByUs } from '../../domain/quotas/quota.ts'
import { fromUnified } from '../../domain/quotas/unified-names.ts'
import type { ComputeConfig } from '../compute-options.ts'

/** How much projects may have. */
export interface ProjectLimits {
  /** A project's own where they were set, else the default ones. */
  of(projectId: string): Promise<Limits>
  /** Those of projects that have none of their own. */
  defaults(): Promise<Limits>
}

interface Deps {
  readonly databases: Databases
  readonly config: ComputeConfig
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
}

/** Of nobody: what is registered for all. */
const nobody = ''

const none = (): Limits => ({
  ...unlimitedByUs,
  ...{ instances: -1, cores: -1, ram: -1, metadata_items: -1, injected_files: -1 },
  ...{ injected_file_content_bytes: -1, injected_file_path_length: -1 },
  ...{ key_pairs: -1, server_groups: -1, server_group_members: -1 },
})

/** Limits as `[quota] driver` says where they are kept: here, in identity, or nowhere. */
export const projectLimits = ({ databases, config: { quota }, unified }: Deps): ProjectLimits => {
  if (quota.driver === 'nova.quota.NoopQuotaDriver')
    return { of: async () => none(), defaults: async () => none() }
  if (quota.driver === 'nova.quota.UnifiedLimitsDriver') {
    const of = async (projectId: string): Promise<Limits> =>
      fromUnified(await unified(internalContext(), projectId), quota)
    return { of, defaults: () => of(nobody) }
  }
  const {
    driver: _,
    unified_limits_resource_strategy: __,
    unified_limits_resource_list: ___,
    ...configured
  } = quota
  const usual = { ...unlimitedByUs, ...configured }
  return {
    of: async (projectId) => ({ ...usual, ...(await limitsSetFor(databases.api, projectId)) }),
    defaults: async () => ({ ...usual, ...(await quotaClasses(databases.api).limitsOf(defaultClass)) }),
  }
}
