import { internalContext } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'

/** The project's limits as Keystone keeps them; undefined unless unified limits are switched on. */
export const unifiedLimits = async (
  { config, unified }: Pick<Deps, 'config' | 'unified'>,
  projectId: string,
): Promise<ReadonlyMap<string, number> | undefined> =>
  config.QUOTAS.quota_driver === 'neutron.quota.UnifiedLimitsDriver'
    ? unified(internalContext(), projectId)
    : undefined
