import { createHash } from 'node:crypto'
import { isFault } from '@nimbo/kernel/errors'
import { type Pool, roomOf } from '../domain/pool.ts'
import { evaluate } from './expression.ts'
import { factsOf } from './filters.ts'
import type { PoolRequest } from './pool-request.ts'

/** The factor of each weigher; a negative one prefers pools with a lower weight. */
export interface Multipliers {
  readonly CapacityWeigher: number
  readonly AllocatedCapacityWeigher: number
  readonly VolumeNumberWeigher: number
  readonly GoodnessWeigher: number
  readonly ChanceWeigher: number
}

/** The result of a pool's `goodness_function`, from 0 to 100; 0 if it is not set or invalid. */
const goodnessOf = (pool: Pool, wish: PoolRequest): number => {
  if (pool.goodnessFunction === undefined) return 0
  try {
    const goodness = Number(evaluate(pool.goodnessFunction, factsOf(pool, wish)))
    return goodness >= 0 && goodness <= 100 ? goodness : 0
  } catch (error) {
    if (isFault(error, 'BadExpression')) return 0
    throw error
  }
}

/** A pseudo-random number that is always the same for the same volume and pool. */
const lotOf = ({ host }: Pool, { volumeId }: PoolRequest): number =>
  createHash('sha256').update(`${volumeId} ${host}`).digest().readUInt32BE(0)

const weighers: Readonly<Record<keyof Multipliers, (pool: Pool, wish: PoolRequest) => number>> = {
  CapacityWeigher: (pool) => roomOf(pool),
  AllocatedCapacityWeigher: (pool) => pool.provisionedGb,
  VolumeNumberWeigher: (pool) => pool.volumes,
  GoodnessWeigher: goodnessOf,
  ChanceWeigher: lotOf,
}

const isWeigher = (name: string): name is keyof Multipliers => Object.hasOwn(weighers, name)

/** The weighers for `[DEFAULT] scheduler_default_weighers`. */
export const weigherNames: readonly string[] = Object.keys(weighers)

/** Scales values to between 0 and 1, so that sizes and counts can be added. */
const normalized = (values: readonly number[]): readonly number[] => {
  const least = Math.min(...values)
  const most = Math.max(...values)
  return values.map((value) => (most === least ? 0 : (value - least) / (most - least)))
}

/** The weight of each pool relative to the others. */
export const weightsOf = (
  pools: readonly Pool[],
  wish: PoolRequest,
  names: readonly string[],
  multipliers: Multipliers,
): ReadonlyMap<Pool, number> => {
  const weights = new Map(pools.map((pool) => [pool, 0]))
  for (const name of names.filter(isWeigher)) {
    const each = normalized(pools.map((pool) => weighers[name](pool, wish)))
    for (const [index, pool] of pools.entries())
      weights.set(pool, (weights.get(pool) ?? 0) + multipliers[name] * (each[index] ?? 0))
  }
  return weights
}
