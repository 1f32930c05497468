import type { AllocationCandidates, PlacementClient, ProviderSummary } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import type { FilterOutcome } from '../domain/scheduling/explanations/decision.ts'
import { type Demand, whyNoRoom } from '../domain/scheduling/explanations/why-no-room.ts'
import { disabledBecause } from '../domain/scheduling/filters/compute-filter.ts'
import { groupsQuery } from '../domain/scheduling/groups-query.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import type { Membership } from '../domain/scheduling/prefilters/aggregate-prefilter.ts'
import { fullHosts } from './full-hosts.ts'

interface Deps {
  readonly placement: Pick<PlacementClient, 'candidates' | 'inventories' | 'usages' | 'traitsOf'>
  readonly states: (candidates: AllocationCandidates) => Promise<readonly HostState[]>
  /** The ids of all compute nodes of enabled cells. */
  readonly nodeIds: () => Promise<readonly string[]>
  readonly limit: number
}

/** The maximum of hosts in a record. */
const mostKept = 100

type Wanted = Demand & { readonly memberOf: readonly Membership[] }

/** Placement's answers to each requirement alone. */
interface Answers {
  readonly summaries: Readonly<Record<string, ProviderSummary>>
  /** The hosts that could provide a resource class, or a group by its suffix. */
  readonly enough: ReadonlyMap<string, ReadonlySet<string>>
  /** The hosts that meet an aggregate condition. */
  readonly inside: ReadonlyMap<string, ReadonlySet<string>>
}

const rootsOf = ({ provider_summaries }: AllocationCandidates): ReadonlySet<string> =>
  new Set(Object.values(provider_summaries).map(({ root_provider_uuid }) => root_provider_uuid))

const askEachAlone = async (
  { placement, limit }: Deps,
  ctx: Context,
  { resources, groups, memberOf }: Wanted,
): Promise<Answers> => {
  const ask = (query: Readonly<Record<string, string | string[]>>) =>
    placement.candidates(ctx, { ...query, limit })
  const some: AllocationCandidates[] = []
  const enough = new Map<string, ReadonlySet<string>>()
  const inside = new Map<string, Set<string>>(memberOf.map(({ condition }) => [condition, new Set()]))
  const ofGroups = groups.flatMap((group) => Object.keys(group.resources))
  for (const name of new Set([...Object.keys(resources), ...ofGroups])) {
    const withAny = await ask({ resources: `${name}:1` })
    some.push(withAny)
    const amount = resources[name] ?? 1
    enough.set(name, rootsOf(amount === 1 ? withAny : await ask({ resources: `${name}:${amount}` })))
    for (const [condition, roots] of inside)
      for (const root of rootsOf(await ask({ resources: `${name}:1`, member_of: condition }))) roots.add(root)
  }
  for (const group of groups)
    if (Object.keys(group.resources).length > 0)
      enough.set(group.suffix, rootsOf(await ask(groupsQuery({ groups: [group], sameSubtrees: [] }))))
  return { summaries: Object.assign({}, ...some.map((one) => one.provider_summaries)), enough, inside }
}

/**
 * Explains why placement returned no candidates: queries it for each requirement alone, so the number of queries does
 * not depend on the number of hosts. Hosts that have nothing left are not in those answers; some of them are asked about.
 */
export const explainNoRoom = (deps: Deps) => {
  const readFullHosts = fullHosts(deps)
  return async (ctx: Context, demand: Wanted): Promise<FilterOutcome> => {
    const { summaries, enough, inside } = await askEachAlone(deps, ctx, demand)
    const ids = await deps.nodeIds()
    const { onlyProvider } = demand
    const silent = ids.filter(
      (id) => summaries[id] === undefined && (onlyProvider === undefined || id === onlyProvider),
    )
    const provider_summaries = { ...summaries, ...(await readFullHosts(ctx, silent)) }
    const ofRoot = Map.groupBy(Object.values(provider_summaries), (one) => one.root_provider_uuid)
    const known = await deps.states({ allocation_requests: [], provider_summaries })
    const refused = known.slice(0, mostKept).map(({ host, node, nodeId, service }) => ({
      host,
      node,
      reason: whyNoRoom(demand, {
        nodeId,
        summaries: ofRoot.get(nodeId) ?? [],
        enough: new Set([...enough].flatMap(([name, roots]) => (roots.has(nodeId) ? [name] : []))),
        outside: demand.memberOf
          .filter(({ condition }) => !inside.get(condition)?.has(nodeId))
          .map(({ otherwise }) => otherwise),
        ...(service.disabled ? { disabled: disabledBecause(service) } : {}),
      }),
    }))
    const untold = Math.max(0, ids.length - refused.length)
    return { filter: 'Placement', left: 0, refused, ...(untold > 0 ? { untold } : {}) }
  }
}
