import type { Aggregate } from '../../hosts/aggregate.ts'
import type { RequestSpec } from '../../servers/request-spec.ts'
import { requestedTraits } from '../requested-resources.ts'

export interface PrefilterOptions {
  readonly limit_tenants_to_placement_aggregate: boolean
  readonly placement_aggregate_required_for_tenants: boolean
  readonly enable_isolated_aggregate_filtering: boolean
}

const projectKey = 'filter_tenant_id'
const trait = /^trait:([A-Z0-9_]+)$/

/** The aggregates reserved for this project. */
const forProject = (known: readonly Aggregate[], projectId: string): readonly string[] =>
  known
    .filter(({ metadata }) =>
      Object.entries(metadata).some(([key, value]) => key.startsWith(projectKey) && value === projectId),
    )
    .map(({ uuid }) => uuid)

/** The aggregates that are reserved for traits which the request does not require. */
const keptForOthers = (known: readonly Aggregate[], spec: RequestSpec): readonly string[] => {
  const asked = new Set(requestedTraits(spec))
  const isKept = ([key, value]: readonly [string, string]): boolean => {
    const [, name] = trait.exec(key) ?? []
    return name !== undefined && value === 'required' && !asked.has(name)
  }
  return known.filter(({ metadata }) => Object.entries(metadata).some(isKept)).map(({ uuid }) => uuid)
}

/** A `member_of` condition of the placement query. */
export interface Membership {
  readonly condition: string
  /** Explains to an operator why a host does not meet the condition. */
  readonly otherwise: string
}

/** The condition for the requested zone; none for a zone that no aggregate names, which `AvailabilityZoneFilter` checks. */
const ofZone = (known: readonly Aggregate[], zone: string | undefined): readonly Membership[] => {
  const ids = known
    .filter(({ metadata }) => zone !== undefined && metadata.availability_zone === zone)
    .map(({ uuid }) => uuid)
  return ids.length === 0
    ? []
    : [{ condition: `in:${ids.join(',')}`, otherwise: `is not in availability zone ${zone}` }]
}

/** Whether the request or an option depends on aggregates. */
export const needsAggregates = (spec: RequestSpec, options: PrefilterOptions): boolean =>
  options.limit_tenants_to_placement_aggregate ||
  options.enable_isolated_aggregate_filtering ||
  spec.availabilityZone !== undefined

/**
 * The `member_of` conditions of the placement query, so that it returns no hosts that filters would refuse (Nova's
 * request filters `map_az_to_placement_aggregate`, `require_tenant_aggregate` and `isolate_aggregates`); undefined when
 * no host can match.
 */
export const aggregatePrefilter = (
  known: readonly Aggregate[],
  spec: RequestSpec,
  options: PrefilterOptions,
): readonly Membership[] | undefined => {
  const own = options.limit_tenants_to_placement_aggregate ? forProject(known, spec.projectId) : []
  if (
    own.length === 0 &&
    options.limit_tenants_to_placement_aggregate &&
    options.placement_aggregate_required_for_tenants
  )
    return undefined
  const kept = options.enable_isolated_aggregate_filtering ? keptForOthers(known, spec) : []
  return [
    ...ofZone(known, spec.availabilityZone),
    ...(own.length > 0
      ? [{ condition: `in:${own.join(',')}`, otherwise: 'is in no aggregate of the project' }]
      : []),
    ...(kept.length > 0
      ? [
          {
            condition: `!in:${kept.join(',')}`,
            otherwise: 'is in an aggregate kept for servers that require its traits',
          },
        ]
      : []),
  ]
}
