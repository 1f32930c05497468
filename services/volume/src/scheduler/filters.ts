import { isFault } from '@nimbo/kernel/errors'
import { capabilitiesOf, type Pool, roomOf } from '../domain/pool.ts'
import { evaluate } from './expression.ts'
import { fitsQuery } from './json-filter.ts'
import type { PoolRequest } from './pool-request.ts'
import { fitsSpec } from './spec-match.ts'

export interface Filter {
  readonly name: string
  readonly passes: (pool: Pool, wish: PoolRequest) => boolean
}

/** Filters that always apply, whatever the operator has configured. */
export const always: readonly Filter[] = [
  { name: 'ServiceUp', passes: ({ enabled, up }) => enabled && up },
  { name: 'IgnoreAttemptedHosts', passes: ({ host }, { ignoreHosts }) => !ignoreHosts.includes(host) },
  { name: 'SameHost', passes: ({ host }, { onHost }) => onHost === undefined || host === onHost },
]

/**
 * Extra specs that pools must match: those without a scope, or with the scope `capabilities`. Others are for drivers or for the
 * API.
 */
const aboutPools = (specs: PoolRequest['extraSpecs']): readonly (readonly [string, string])[] =>
  Object.entries(specs).flatMap(([key, value]) => {
    const [scope, ...rest] = key.split(':')
    if (rest.length === 0) return [[key, value] as const]
    return scope === 'capabilities' ? [[rest.join(':'), value] as const] : []
  })

/** Whether a pool matches the extra specs of a type. */
export const hasCapabilities = (pool: Pool, extraSpecs: PoolRequest['extraSpecs']): boolean => {
  const known = capabilitiesOf(pool)
  return aboutPools(extraSpecs).every(
    ([key, spec]) => Object.hasOwn(known, key) && fitsSpec(known[key], spec),
  )
}

/** The values that filter and goodness functions can use. */
export const factsOf = (pool: Pool, { sizeGb, extraSpecs, volumeId }: PoolRequest) => ({
  stats: capabilitiesOf(pool),
  capabilities: capabilitiesOf(pool),
  volume: { size: sizeGb, id: volumeId },
  extra: extraSpecs,
})

/** Whether the pool's `filter_function` accepts the volume; a function that cannot be evaluated accepts nothing. */
const isTaken: Filter['passes'] = (pool, wish) => {
  if (pool.filterFunction === undefined) return true
  try {
    return Boolean(evaluate(pool.filterFunction, factsOf(pool, wish)))
  } catch (error) {
    if (isFault(error, 'BadExpression')) return false
    throw error
  }
}

const machineOf = (host: string): string => host.split('@')[0] ?? host

/** The filters for `[DEFAULT] scheduler_default_filters`. */
const byChoice: readonly Filter[] = [
  { name: 'AvailabilityZoneFilter', passes: (pool, wish) => pool.zone === wish.zone },
  { name: 'CapacityFilter', passes: (pool, { sizeGb }) => roomOf(pool) >= sizeGb },
  { name: 'CapabilitiesFilter', passes: (pool, { extraSpecs }) => hasCapabilities(pool, extraSpecs) },
  { name: 'DriverFilter', passes: isTaken },
  { name: 'JsonFilter', passes: (pool, { query }) => fitsQuery(pool, query) },
  {
    name: 'SameBackendFilter',
    passes: ({ host }, { sameHosts }) => sameHosts === undefined || sameHosts.includes(host),
  },
  {
    name: 'DifferentBackendFilter',
    passes: ({ host }, { differentHosts }) => !(differentHosts ?? []).includes(host),
  },
  {
    name: 'InstanceLocalityFilter',
    passes: ({ host }, { nearHost }) => nearHost === undefined || machineOf(host) === nearHost,
  },
]

export const filterNames: readonly string[] = byChoice.map(({ name }) => name)

export const filtersNamed = (names: readonly string[]): readonly Filter[] =>
  names.flatMap((name) => byChoice.filter((filter) => filter.name === name))
