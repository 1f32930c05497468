import type { NetworkClient } from '@nimbo/clients/network'
import type { AllocationCandidates, PlacementClient } from '@nimbo/clients/placement'
import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import type { ServerMove } from '@nimbo/contracts/compute-rpc/scheduler'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { turns } from '@nimbo/kernel/turns'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Tracer } from '@nimbo/trace/tracer'
import { takeGroupPlace } from '../app/server-groups/group-places.ts'
import { holdsServerFlow, type ServerLease } from '../app/servers/holds-server-flow.ts'
import { schedulingRecords } from '../db/scheduling-records.ts'
import { portAllocationsIn } from '../domain/networks/port-requests.ts'
import type { Decision, FilterOutcome } from '../domain/scheduling/explanations/decision.ts'
import { whyNot } from '../domain/scheduling/explanations/why-not.ts'
import type { Sections } from '../domain/scheduling/filter.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import { pciRequestsIn } from '../domain/scheduling/pci-requests-in.ts'
import type { SchedulingRequest } from '../domain/scheduling/scheduling-request.ts'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { everyEnabledCell } from './every-enabled-cell.ts'
import { explainNoRoom } from './explain-no-room.ts'
import { type FilteredHosts, filterAndWeighHosts } from './filter-and-weigh-hosts.ts'
import { type HostStatesDeps, hostStates } from './host-states.ts'
import { networkDemand } from './network-demand.ts'
import { notifySelection } from './notify-selection.ts'
import { ownersKnown } from './owners-known.ts'
import { askCandidates } from './ask-candidates.ts'
import { type PlacementDemand, placementDemand } from './placement-query.ts'
import { readRequest } from './read-request.ts'
import { errors } from './scheduler-errors.ts'
import type { SchedulerOptions, WorkaroundOptions } from './scheduler-options.ts'

export interface SelectDestinationsDeps extends HostStatesDeps {
  readonly placement: PlacementClient
  readonly network: Pick<NetworkClient, 'ports' | 'subnets' | 'networks'>
  readonly clock: Clock
  readonly tracer: Tracer
  readonly notifier: Notifier
  readonly options: SchedulerOptions & WorkaroundOptions & HostStatesDeps['options']
  /** All sections, for the options of filters and weighers. */
  readonly config: Sections
}

export interface WantedDestinations {
  readonly serverId: ServerId
  /** The lease under which the caller runs the server's flow. */
  readonly lease: ServerLease
  readonly ignoreHosts: readonly string[]
  /** The new requirements of a server that moves. */
  readonly move?: ServerMove
}

export interface SelectedDestinations {
  readonly selected: Destination
  readonly alternates: readonly Destination[]
}

/**
 * Lines 14 to 17 of the boot flow: queries placement, filters and weighs, claims the best host and records the
 * decision. Throws `NoValidHost`; `HostsNotHeardOf` soon after this scheduler's start, when suitable hosts have not
 * reported yet; and `FlowTakenOver` when the caller lost its lease. After an error nothing is claimed, except on a host
 * whose place in the server group another member took meanwhile; the end of the boot removes that claim.
 */
export const selectDestinations = (deps: SelectDestinationsDeps) => {
  const { judge, needs } = filterAndWeighHosts(deps.options, deps.config)
  const read = readRequest(deps)
  const states = hostStates(deps)
  const records = schedulingRecords(deps.databases.api, deps.clock)
  const groups = turns<string>()
  const notify = notifySelection(deps)
  const { placement, options } = deps
  const asking = { ...deps, ownersKnown: ownersKnown(deps), ofNetworks: networkDemand(deps) }
  const explain = explainNoRoom({
    ...{ placement, states, limit: options.max_placement_results },
    nodeIds: () => everyEnabledCell(deps, (cell) => computeNodes(cell, deps.clock).ids()),
  })

  const askPlacement = askCandidates(deps)

  const select = async (
    ctx: Context,
    { serverId, lease }: WantedDestinations,
    request: SchedulingRequest,
  ): Promise<SelectedDestinations> => {
    const at = { resource: serverId }
    const { demand, candidates } = await deps.tracer.span(
      ctx,
      'get-allocation-candidates',
      async (inner) => {
        const demand = await placementDemand(asking, inner, request)
        if (demand === undefined) return { demand, candidates: noCandidates }
        return { demand, candidates: await askPlacement(inner, demand) }
      },
      at,
    )
    const judgement = await deps.tracer.span(
      ctx,
      'filter-and-weigh',
      async (inner, annotate) => {
        const asked = withPorts(request, demand)
        const seen = await states(candidates, needs, pciRequestsIn(asked).length > 0, request)
        const judged = judge(seen, asked)
        annotate(countsOf(judged))
        if (demand !== undefined && candidates.allocation_requests.length === 0)
          return withoutOffer(judged, await explain(inner, demand))
        if (judged.hosts.length === 0 && judge(seen.map(onceHeardOf), asked).hosts.length > 0)
          throw errors.HostsNotHeardOf({ serverId })
        return judged
      },
      at,
    )
    const claimed = await deps.tracer.span(
      ctx,
      'claim-host',
      (inner) => claimBest(deps, inner, request, judgement.hosts, { candidates, lease }),
      at,
    )
    const { host, lostRaces } = claimed
    const alternates =
      host === undefined ? [] : alternatesTo(host, judgement.hosts, deps.options.max_attempts)
    const decision: Decision = {
      ...judgement.decision,
      ...(host === undefined ? {} : { chosen: { host: host.host, node: host.node } }),
      alternates: alternates.map(({ host, node }) => ({ host, node })),
      lostRaces,
    }
    await records.record(serverId, decision)
    return deps.tracer.span(
      ctx,
      'reply-destinations',
      async (_inner, annotate) => {
        if (host === undefined) {
          const reason = whyNot(decision)
          annotate({ refused: reason })
          throw errors.NoValidHost({ serverId, reason })
        }
        return {
          selected: destinationOf(host, candidates, demand),
          alternates: alternates.map((one) => destinationOf(one, candidates, demand)),
        }
      },
      at,
    )
  }

  const selectInTurn = async (
    ctx: Context,
    wanted: WantedDestinations,
    request: SchedulingRequest,
  ): Promise<SelectedDestinations> => {
    const { group } = request.spec
    if (group === undefined) return select(ctx, wanted, request)
    // Members of a group are scheduled one after the other, so that each sees the others' hosts.
    return groups.run(group.id, async () => select(ctx, wanted, await read(wanted)))
  }

  return async (ctx: Context, wanted: WantedDestinations): Promise<SelectedDestinations> => {
    const request = await read(wanted)
    await notify(ctx, 'start', request)
    const selected = await selectInTurn(ctx, wanted, request)
    await notify(ctx, 'end', request)
    return selected
  }
}

/** The request with the PCI devices that its ports need, and the networks that it should be near. */
const withPorts = (request: SchedulingRequest, demand: PlacementDemand | undefined): SchedulingRequest => {
  const { pciOfPorts = [], nearNetworks } = demand ?? {}
  return {
    ...request,
    ...(pciOfPorts.length > 0 && { pciOfPorts }),
    ...(nearNetworks && { nearNetworks }),
  }
}

/** The host as if it were up, provided it may still send its first heartbeat. */
const onceHeardOf = (state: HostState): HostState => ({
  ...state,
  service: { ...state.service, up: state.service.up || state.service.awaited },
})

/** The number of hosts before and after each filter, for the span. */
const countsOf = ({ decision }: FilteredHosts): Readonly<Record<string, number>> => ({
  candidates: decision.candidates,
  ...Object.fromEntries(decision.filters.map(({ filter, left }) => [filter, left])),
})

/** A decision without candidates, with the explanation. */
const withoutOffer = ({ hosts, decision }: FilteredHosts, why: FilterOutcome): FilteredHosts => ({
  hosts,
  decision: { ...decision, filters: [why] },
})

const noCandidates: AllocationCandidates = { allocation_requests: [], provider_summaries: {} }

/**
 * Claims the best available host, and for a group member reserves it; if the group's policy refuses because of a
 * concurrent reservation, a claim on the next host replaces it, or the end of the boot removes it.
 */
const claimBest = async (
  deps: SelectDestinationsDeps,
  ctx: Context,
  { spec, groupMembers: seen }: SchedulingRequest,
  hosts: readonly HostState[],
  { candidates, lease }: { readonly candidates: AllocationCandidates; readonly lease: ServerLease },
): Promise<{ readonly host: HostState | undefined; readonly lostRaces: readonly string[] }> => {
  const { serverId, group } = spec
  const consumer = { id: serverId, projectId: spec.projectId, userId: spec.userId }
  const lostRaces: string[] = []
  const guard = async (): Promise<void> => {
    if (!(await holdsServerFlow(deps.databases, lease, deps.databases.api)))
      throw errors.FlowTakenOver({ serverId })
  }
  const takesPlace = async ({ host }: HostState): Promise<boolean> => {
    if (group === undefined) return true
    const place = await takeGroupPlace(deps)({ serverId, group, host, lease, seen })
    if (place === 'passed over') throw errors.FlowTakenOver({ serverId })
    return place === 'taken'
  }
  for (const host of hosts) {
    const { allocations } = destinationOf(host, candidates, undefined)
    const claimed = await deps.placement.claim(ctx, consumer, allocations, guard)
    if (claimed && (await takesPlace(host))) return { host, lostRaces }
    lostRaces.push(host.node)
  }
  return { host: undefined, lostRaces }
}

const alternatesTo = (chosen: HostState, hosts: readonly HostState[], maxAttempts: number) =>
  hosts
    .filter((one) => one.nodeId !== chosen.nodeId && one.cellId === chosen.cellId)
    .slice(0, maxAttempts - 1)

const destinationOf = (
  state: HostState,
  { allocation_requests, provider_summaries }: AllocationCandidates,
  demand: Pick<PlacementDemand, 'requests'> | undefined,
): Destination => {
  const isHere = (provider: string) => provider_summaries[provider]?.root_provider_uuid === state.nodeId
  const request =
    allocation_requests.find(({ allocations }) => state.nodeId in allocations) ??
    allocation_requests.find(({ allocations }) => Object.keys(allocations).some(isHere))
  const { requests = [] } = demand ?? {}
  return {
    host: state.host,
    node: state.node,
    nodeId: state.nodeId,
    cellId: state.cellId,
    availabilityZone: state.availabilityZone,
    allocations: request?.allocations ?? {},
    ...(requests.length === 0
      ? {}
      : { portAllocations: portAllocationsIn(requests, request?.mappings ?? {}) }),
  }
}
