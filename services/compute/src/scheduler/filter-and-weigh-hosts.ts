import { applyFilters } from '../domain/scheduling/apply-filters.ts'
import type { Decision } from '../domain/scheduling/explanations/decision.ts'
import type { HostFilter, HostNeed, Sections } from '../domain/scheduling/filter.ts'
import { filtersNamed } from '../domain/scheduling/filter-catalogue.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { weighHosts } from '../domain/scheduling/weigh-hosts.ts'
import { weighersNamed } from '../domain/scheduling/weigher-catalogue.ts'
import type { SchedulerOptions } from './scheduler-options.ts'

export interface FilteredHosts {
  /** Hosts that can take the server, best first. */
  readonly hosts: readonly HostState[]
  readonly decision: Pick<Decision, 'candidates' | 'filters' | 'weighed'>
}

/** The maximum of weighed hosts in a record. */
const mostWeighedKept = 10

/** The enabled filters and weighers, and the host data they need. */
export interface Judge {
  /**
   * The data needed, given the metadata keys of aggregates: a weigher with multiplier 0 that no aggregate overrides needs
   * nothing.
   */
  needs(aggregateKeys: ReadonlySet<string>): ReadonlySet<HostNeed>
  readonly judge: (states: readonly HostState[], request: SchedulingRequest) => FilteredHosts
}

/** Moves a random one of the best hosts to the front (`host_subset_size`). */
const drawn = (hosts: readonly HostState[], subsetSize: number): readonly HostState[] => {
  const index = Math.floor(Math.random() * Math.min(subsetSize, hosts.length))
  const first = hosts[index]
  return first === undefined || index === 0 ? hosts : [first, ...hosts.filter((host) => host !== first)]
}

/** Filters and weighs hosts by configuration. Throws when it names an unknown filter or weigher. */
export const filterAndWeighHosts = (options: SchedulerOptions, config: Sections): Judge => {
  const filters = filtersNamed(options.enabled_filters, config, options.available_filters)
  const weighers = weighersNamed(options.weight_classes, config)
  const judge: Judge['judge'] = (states, request) => {
    const { hosts, outcomes } = applyFilters(filtersFor(request, filters), states, request)
    const weighed = weighHosts(weighers, hosts, request)
    return {
      hosts: drawn(
        weighed.map(({ state }) => state),
        options.host_subset_size,
      ),
      decision: {
        candidates: states.length,
        filters: outcomes,
        weighed: weighed.slice(0, mostWeighedKept).map(({ explained }) => explained()),
      },
    }
  }
  const needs: Judge['needs'] = (aggregateKeys) => {
    const counting = weighers.filter(
      ({ multiplier, multiplierKey }) => multiplier !== 0 || aggregateKeys.has(multiplierKey),
    )
    return new Set([...filters, ...counting].flatMap((one) => one.needs ?? []))
  }
  return { needs, judge }
}

/** A forced host skips the filters; a requested one does not. */
const filtersFor = (
  { spec, ignoreHosts, fromCell }: SchedulingRequest,
  configured: readonly HostFilter[],
): readonly HostFilter[] => {
  const forced = spec.forcedHost !== undefined || spec.forcedNode !== undefined
  const requested = spec.requestedHost !== undefined || spec.requestedNode !== undefined
  return [
    ...(fromCell === undefined ? [] : [sameCell]),
    ...(ignoreHosts.length > 0 ? [ignoredHosts] : []),
    ...(requested ? [requestedDestination] : []),
    ...(forced ? [forcedHosts] : configured),
  ]
}

const sameCell: HostFilter = {
  name: 'SameCell',
  refuses: ({ cellId }, { fromCell }) =>
    cellId === fromCell ? undefined : 'is in another cell, which servers do not move to',
}

const ignoredHosts: HostFilter = {
  name: 'IgnoredHosts',
  refuses: ({ host }, { ignoreHosts }) =>
    ignoreHosts.includes(host) ? 'was refused, or has refused the server already' : undefined,
}

const forcedHosts: HostFilter = {
  name: 'ForcedHost',
  refuses: (state, { spec: { forcedHost, forcedNode } }) => isNot(state, forcedHost, forcedNode),
}

const requestedDestination: HostFilter = {
  name: 'RequestedDestination',
  refuses: (state, { spec: { requestedHost, requestedNode } }) => isNot(state, requestedHost, requestedNode),
}

const isNot = (state: HostState, host: string | undefined, node: string | undefined): string | undefined => {
  if (host !== undefined && state.host !== host) return `is not the host ${host}`
  if (node !== undefined && state.node !== node) return `is not the node ${node}`
  return undefined
}
