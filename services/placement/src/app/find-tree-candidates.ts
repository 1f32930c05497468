import { findCandidates, findTrees, type TreeDemand } from '../db/candidates.ts'
import { factsOfTrees } from '../db/provider-facts.ts'
import { sharersByRoot } from '../db/provider-trees.ts'
import type { Db } from '../db/providers.ts'
import { type Candidate, combineCandidates } from '../domain/combine-candidates.ts'
import type { ProviderFacts } from '../domain/provider-facts.ts'
import type { CandidateRequest } from '../domain/request-groups.ts'
import { slotDemands, traitDemands } from '../domain/slot-demands.ts'
import { type SharersByRoot, type Slot, slotsByTree } from '../domain/slots.ts'
import { tryBudget } from '../domain/try-budget.ts'
import type { PlacementApp } from './app.ts'
import type { CandidateSearch, Candidates } from './candidates.ts'

/** Trees processed per batch; few, so that small limits are cheap. */
const treesAtOnce = 100
/** The maximum number of providers that can serve one part of a request. */
const mostProviders = 100_000
/** Limits of search steps. */
const mostTries = { inAll: 100_000, perTree: 10_000 } as const

/**
 * The allocation candidates from trees of providers: the database finds trees with providers for every part of the request, in
 * batches; each tree is combined until there are `limit` candidates.
 */
export const findTreeCandidates = async (
  { db }: PlacementApp,
  request: CandidateRequest,
  { limit, knowsTrees }: CandidateSearch,
): Promise<Candidates> => {
  const sharers = await sharersByRoot(db)
  const requests = new Map<string, Candidate>()
  const summaries = new Map<string, ProviderFacts>()
  const budget = tryBudget(mostTries.inAll, mostTries.perTree)
  const isDone = (): boolean => requests.size >= limit || budget.isSpent()
  for await (const rootIds of treesFor(db, request, sharers)) {
    const slots = await loadSlots(db, request.groups, rootIds, sharers)
    const chunk = [...slotsByTree(slots, sharers)].filter(([rootId]) => rootIds.includes(rootId))
    const providers = await loadProviders(db, chunk)
    for (const [rootId, treeSlots] of chunk) {
      const rules = { request, providers, onePerTree: !knowsTrees, mayTry: budget.ofTree() }
      for (const candidate of combineCandidates(treeSlots, rules)) {
        if (requests.size >= limit) break
        const key = keyOf(candidate)
        if (requests.has(key)) continue
        requests.set(key, candidate)
        for (const one of summarised(candidate, rootId, providers, knowsTrees)) summaries.set(one.id, one)
      }
    }
    if (isDone()) break
  }
  return { requests: [...requests.values()], summaries: [...summaries.values()] }
}

/** Batches of trees that have, or share, a provider for every part of the request; ordered by the roots' names. */
async function* treesFor(
  db: Db,
  { groups, root }: CandidateRequest,
  sharers: SharersByRoot,
): AsyncGenerator<readonly string[]> {
  const sharerIds = idsOf(sharers.values())
  const demands: TreeDemand[] = []
  for (const demand of [...slotDemands(groups), ...traitDemands(groups)])
    demands.push({ ...demand, sharerIds: await servingAmong(db, demand, sharerIds) })
  const named = [...groups.values()].find(({ inTree }) => inTree !== undefined)?.inTree
  const treeOf = sharerIds.length === 0 ? named : undefined
  let after: string | undefined
  for (;;) {
    const found = await findTrees(db, { demands, root, treeOf, after, limit: treesAtOnce })
    if (found.length > 0) yield found.map(({ id }) => id)
    if (found.length < treesAtOnce) return
    after = found.at(-1)?.name
  }
}

const idsOf = (sets: Iterable<ReadonlySet<string>>): readonly string[] => [
  ...new Set([...sets].flatMap((set) => [...set])),
]

/** The providers among `providerIds` that can serve a part of a request. */
const servingAmong = async (
  db: Db,
  { group, aggregatesOf }: Pick<TreeDemand, 'group' | 'aggregatesOf'>,
  providerIds: readonly string[],
): Promise<readonly string[]> => {
  if (providerIds.length === 0) return []
  const within = { rootIds: [], providerIds }
  const found = await findCandidates(db, group, { limit: mostProviders, aggregatesOf, within })
  return found.map(({ id }) => id)
}

/** The providers of these trees, and those shared with them, that can serve each part of the request. */
const loadSlots = async (
  db: Db,
  groups: CandidateRequest['groups'],
  rootIds: readonly string[],
  sharers: SharersByRoot,
): Promise<Slot[]> => {
  const providerIds = idsOf(rootIds.flatMap((id) => sharers.get(id) ?? []))
  const within = { rootIds, providerIds }
  const slots: Slot[] = []
  for (const { suffix, group, aggregatesOf } of slotDemands(groups)) {
    const providers = await findCandidates(db, group, { limit: mostProviders, aggregatesOf, within })
    slots.push({ suffix, resources: group.resources, providers })
  }
  return slots
}

/** The providers of the trees, and of trees that share with them. */
const loadProviders = async (
  db: Db,
  trees: readonly (readonly [string, readonly Slot[]])[],
): Promise<ReadonlyMap<string, ProviderFacts>> => {
  const roots = trees.flatMap(([root, slots]) => [
    root,
    ...slots.flatMap(({ providers }) => providers.map(({ rootId }) => rootId)),
  ])
  const facts = await factsOfTrees(db, [...new Set(roots)])
  return new Map(facts.map((one) => [one.id, one]))
}

/** The providers in the summaries of a candidate. */
const summarised = (
  { allocations }: Candidate,
  rootId: string,
  providers: ReadonlyMap<string, ProviderFacts>,
  knowsTrees: boolean,
): readonly ProviderFacts[] => {
  const used = [...allocations.keys()].flatMap((id) => providers.get(id) ?? [])
  if (!knowsTrees) return used
  const roots = new Set([rootId, ...used.map((one) => one.rootId)])
  return [...providers.values()].filter((one) => roots.has(one.rootId))
}

/** Trees that use only the same sharing providers give the same candidate. */
const keyOf = ({ allocations, mappings }: Candidate): string =>
  JSON.stringify([[...allocations].map(([id, amounts]) => [id, [...amounts]]), [...mappings]])
