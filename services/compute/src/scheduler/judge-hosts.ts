import { applyFilters } from '../domain/scheduling/apply-filters.ts'
import type { Decision } from '../domain/scheduling/decision.ts'
import type { HostFilter } from '../domain/scheduling/filter.ts'
import { filtersNamed } from '../domain/scheduling/filter-catalogue.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { type CountedWeigher, weighHosts } from '../domain/scheduling/weigh-hosts.ts'
import { cpuWeigher } from '../domain/scheduling/weighers/cpu-weigher.ts'
import { diskWeigher } from '../domain/scheduling/weighers/disk-weigher.ts'
import { ramWeigher } from '../domain/scheduling/weighers/ram-weigher.ts'
import { softAffinityWeigher } from '../domain/scheduling/weighers/soft-affinity-weigher.ts'
import { softAntiAffinityWeigher } from '../domain/scheduling/weighers/soft-anti-affinity-weigher.ts'
import type { SchedulerOptions } from './scheduler-options.ts'

export interface Judgement {
  /** Those that may have the server, best first. */
  readonly hosts: readonly HostState[]
  readonly decision: Pick<Decision, 'candidates' | 'filters' | 'weighed'>
}

/** Weighed hosts whose weights a record keeps. */
const mostWeighedKept = 100

/** Judges hosts by the configured filters and weighers. Throws when the configuration names a filter that is none. */
export const judgeHosts = (options: SchedulerOptions) => {
  const filters = filtersNamed(options.enabled_filters)
  const weighers: readonly CountedWeigher[] = [
    { weigher: ramWeigher, multiplier: options.ram_weight_multiplier },
    { weigher: cpuWeigher, multiplier: options.cpu_weight_multiplier },
    { weigher: diskWeigher, multiplier: options.disk_weight_multiplier },
    { weigher: softAffinityWeigher, multiplier: options.soft_affinity_weight_multiplier },
    { weigher: softAntiAffinityWeigher, multiplier: options.soft_anti_affinity_weight_multiplier },
  ]
  return (states: readonly HostState[], request: SchedulingRequest): Judgement => {
    const { hosts, outcomes } = applyFilters(filtersFor(request, filters), states, request)
    const weighed = weighHosts(weighers, hosts, request)
    return {
      hosts: weighed.map(({ state }) => state),
      decision: {
        candidates: states.length,
        filters: outcomes,
        weighed: weighed.slice(0, mostWeighedKept).map((one) => one.weighed),
      },
    }
  }
}

/** A host that an admin forces is taken as it is; one that is only asked for must do as any other. */
const filtersFor = (
  { spec, ignoreHosts }: SchedulingRequest,
  configured: readonly HostFilter[],
): readonly HostFilter[] => {
  const forced = spec.forcedHost !== undefined || spec.forcedNode !== undefined
  const requested = spec.requestedHost !== undefined || spec.requestedNode !== undefined
  return [
    ...(ignoreHosts.length > 0 ? [ignoredHosts] : []),
    ...(requested ? [requestedDestination] : []),
    ...(forced ? [forcedHosts] : configured),
  ]
}

const ignoredHosts: HostFilter = {
  name: 'IgnoredHosts',
  refuses: ({ host }, { ignoreHosts }) =>
    ignoreHosts.includes(host) ? 'has refused the server already' : undefined,
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
