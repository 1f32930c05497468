import { findCandidates } from '../db/candidates.ts'
import { factsOfTrees } from '../db/provider-facts.ts'
import { sharersByRoot } from '../db/provider-trees.ts'
import type { Db } from '../db/providers.ts'
import { type Candidate, combineCandidates } from '../domain/combine-candidates.ts'
import { hasTraits, type ProviderFacts } from '../domain/provider-facts.ts'
import type { RequestGroup } from '../domain/request-group.ts'
import type { CandidateRequest } from '../domain/request-groups.ts'
import { type Slot, slotsByTree } from '../domain/slots.ts'
import { tryBudget } from '../domain/try-budget.ts'
import type { PlacementApp } from './app.ts'
import type { CandidateSearch, Candidates } from './candidates.ts'

const mostProviders = 10_000
/** Trees whose facts are loaded at a time: few enough that a small limit stays cheap. */
const treesAtOnce = 100
/** Steps of the search of one request. */
const mostTries = { inAll: 100_000, perTree: 10_000 } as const

/**
 * The ways to satisfy a request from trees of providers: the database says who can serve which group, then each tree
 * that can serve all is combined until there are `limit` candidates.
 */
export const findTreeCandidates = async (
  { db }: PlacementApp,
  request: CandidateRequest,
  { limit, knowsTrees }: CandidateSearch,
): Promise<Candidates> => {
  const [slots, sharers] = await Promise.all([loadSlots(db, request.groups), sharersByRoot(db)])
  const trees = [...slotsByTree(slots, sharers)]
  const requests = new Map<string, Candidate>()
  const summaries = new Map<string, ProviderFacts>()
  const budget = tryBudget(mostTries.inAll, mostTries.perTree)
  const isDone = (): boolean => requests.size >= limit || budget.isSpent()
  for (let at = 0; at < trees.length && !isDone(); at += treesAtOnce) {
    const chunk = trees.slice(at, at + treesAtOnce)
    const providers = await loadProviders(db, chunk)
    for (const [rootId, treeSlots] of chunk) {
      if (!hasTraits(new Set(providers.get(rootId)?.traits), request.root)) continue
      const rules = { request, providers, onePerTree: !knowsTrees, mayTry: budget.ofTree() }
      for (const candidate of combineCandidates(treeSlots, rules)) {
        if (requests.size >= limit) break
        const key = keyOf(candidate)
        if (requests.has(key)) continue
        requests.set(key, candidate)
        for (const one of summarised(candidate, rootId, providers, knowsTrees)) summaries.set(one.id, one)
      }
    }
  }
  return { requests: [...requests.values()], summaries: [...summaries.values()] }
}

/** A suffixed group is one slot; of the unsuffixed one each class is, as each may come from another provider. */
const loadSlots = async (db: Db, groups: CandidateRequest['groups']): Promise<Slot[]> => {
  const slots: Slot[] = []
  for (const [suffix, group] of groups) {
    if (suffix === '') {
      for (const one of group.resources) slots.push(await loadUnsuffixedSlot(db, group, new Map([one])))
    } else {
      const search = { limit: mostProviders, aggregatesOf: 'provider' } as const
      slots.push({ suffix, resources: group.resources, providers: await findCandidates(db, group, search) })
    }
  }
  return slots
}

/** What the group requires the providers have together, so that is judged later; what it forbids none may have. */
const loadUnsuffixedSlot = async (
  db: Db,
  group: RequestGroup,
  resources: ReadonlyMap<string, number>,
): Promise<Slot> => {
  const wanted = { ...group, resources, requiredTraits: [] }
  const providers = await findCandidates(db, wanted, { limit: mostProviders, aggregatesOf: 'root too' })
  return { suffix: '', resources, providers }
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
