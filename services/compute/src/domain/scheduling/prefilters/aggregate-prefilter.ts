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

/** The aggregates isolated by traits that the request does not have. */
const keptForOthers = (known: readonly Aggregate[], spec: RequestSpec): readonly string[] => {
  const asked = new Set(requestedTraits(spec))
  const isKept = ([key, value]: readonly [string, string]): boolean => {
    const [, name] = trait.exec(key) ?? []
    return name !== undefined && value === 'required' && !asked.has(name)
  }
  return known.filter(({ metadata }) => Object.entries(metadata).some(isKept)).map(({ uuid }) => uuid)
}

/**
 * The `member_of` conditions of the placement query, so that it returns no hosts that filters would refuse; undefined
 * when no host can match.
 */
export const aggregatePrefilter = (
  known: readonly Aggregate[],
  spec: RequestSpec,
  options: PrefilterOptions,
): readonly string[] | undefined => {
  const own = options.limit_tenants_to_placement_aggregate ? forProject(known, spec.projectId) : []
  if (
    own.length === 0 &&
    options.limit_tenants_to_placement_aggregate &&
    options.placement_aggregate_required_for_tenants
  )
    return undefined
  const kept = options.enable_isolated_aggregate_filtering ? keptForOthers(known, spec) : []
  return [
    ...(own.length > 0 ? [`in:${own.join(',')}`] : []),
    ...(kept.length > 0 ? [`!in:${kept.join(',')}`] : []),
  ]
}
