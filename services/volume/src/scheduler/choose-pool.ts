import type { CinderConfig } from '../config.ts'
import type { Pool } from '../domain/pool.ts'
import { always, filtersNamed } from './filters.ts'
import type { PoolRequest } from './pool-request.ts'
import { type Multipliers, weightsOf } from './weighers.ts'

export type Choice = { readonly host: string } | { readonly refusedBy: string }

/** The configured filters, weighers and multipliers. */
export interface Chooser {
  readonly filters: readonly string[]
  readonly weighers: readonly string[]
  readonly multipliers: Multipliers
}

export const chooserOf = ({ DEFAULT }: Pick<CinderConfig, 'DEFAULT'>): Chooser => ({
  filters: DEFAULT.scheduler_default_filters,
  weighers: DEFAULT.scheduler_default_weighers,
  multipliers: {
    CapacityWeigher: DEFAULT.capacity_weight_multiplier,
    AllocatedCapacityWeigher: DEFAULT.allocated_capacity_weight_multiplier,
    VolumeNumberWeigher: DEFAULT.volume_number_multiplier,
    GoodnessWeigher: 1,
    ChanceWeigher: 1,
  },
})

/**
 * The pool with the highest weight among those that pass every filter, the first by name if several have it; or the name of the
 * filter that refused the last pools.
 */
export const choosePool = (
  pools: readonly Pool[],
  wish: PoolRequest,
  { filters, weighers, multipliers }: Chooser,
): Choice => {
  let left = pools
  for (const { name, passes } of [...always, ...filtersNamed(filters)]) {
    left = left.filter((pool) => passes(pool, wish))
    if (left.length === 0) return { refusedBy: name }
  }
  const weights = weightsOf(left, wish, weighers, multipliers)
  const weightOf = (pool: Pool): number => weights.get(pool) ?? 0
  const [best] = left.toSorted((a, b) => weightOf(b) - weightOf(a) || a.host.localeCompare(b.host))
  return best ? { host: best.host } : { refusedBy: 'ServiceUp' }
}
