import type { LimitLevel, LimitsByName } from '@nimbo/clients/unified-limits'
import { internalContext } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'

type Configured = Pick<Deps, 'config' | 'unified'>

const areUnified = ({ config }: Configured): boolean =>
  config.QUOTAS.quota_driver === 'neutron.quota.UnifiedLimitsDriver'

/** The project's limits as Keystone keeps them; undefined unless unified limits are switched on. */
export const unifiedLimits = async (
  deps: Configured,
  projectId: string,
): Promise<LimitsByName | undefined> =>
  areUnified(deps) ? deps.unified.of(internalContext(), projectId) : undefined

/** The limits of the project's domain, under `strict_two_level`. */
export const limitsAbove = async (deps: Configured, projectId: string): Promise<readonly LimitLevel[]> =>
  areUnified(deps) ? (await deps.unified.levels(internalContext(), projectId)).slice(1) : []
