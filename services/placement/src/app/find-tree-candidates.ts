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

/** Trees that are looked at together: few enough that a small limit stays cheap. */
const treesAtOnce = 100
/** Providers of those that can serve one part of a request. */
const mostProviders = 100_000
/** Steps of the search of one request. */
const mostTries = { inAll: 100_000, perTree: 10_000 } as const

/**
 * The ways to satisfy a request from trees of providers: the database says which trees have somebody for every part of it,
 * some trees at a time, then each of them is combined until there are `limit` candidates.
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

/** Some trees at a time that have, or are shared, somebody for every part of the request; in order of their roots' names. */
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

/** Those of the providers that can serve a part of a request. */
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

/** Who can serve each part of the request, of these trees and of those that share with them. */
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

/** The providers of the trees, and of the trees that share with them. */
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

/** Which providers a candidate brings into the reply. */
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

/** Trees that take all from the same sharing provider stand for one and the same candidate. */
const keyOf = ({ allocations, mappings }: Candidate): string =>
  JSON.stringify([[...allocations].map(([id, amounts]) => [id, [...amounts]]), [...mappings]])
