import { internalContext } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'

/** The limits of a project that identity keeps; undefined where they are kept here. */
export const unifiedLimits = async (
  { config, unified }: Pick<Deps, 'config' | 'unified'>,
  projectId: string,
): Promise<ReadonlyMap<string, number> | undefined> =>
  config.QUOTAS.quota_driver === 'neutron.quota.UnifiedLimitsDriver'
    ? unified(internalContext(), projectId)
    : undefined
