import {
  type AllocationRequestView,
  listAllocationCandidates,
  type ProviderSummaryView,
} from '@nimbo/contracts/placement/allocation-candidates'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { findAllocationCandidates } from '../../app/find-allocation-candidates.ts'
import type { Candidate } from '../../domain/combine-candidates.ts'
import type { ProviderFacts } from '../../domain/provider-facts.ts'
import { readCandidateRequest, readLimit } from './candidate-query.ts'
import { fresh } from '../fresh.ts'
import { handle } from '../handle.ts'

const byProvider = microversion('1.12')
const allClasses = microversion('1.27')
const withTree = microversion('1.29')

type Amounts = Readonly<Record<string, number>>

/** Converts the amounts of a group only once, because all candidates of the group share the same map. */
const amountsOnce = (): ((resources: ReadonlyMap<string, number>) => Amounts) => {
  const made = new Map<ReadonlyMap<string, number>, Amounts>()
  return (resources) => {
    const known = made.get(resources)
    if (known) return known
    const amounts = Object.fromEntries(resources)
    made.set(resources, amounts)
    return amounts
  }
}

/**
 * An object keyed by ids. It has no prototype, so that the engine keeps it as a dictionary; otherwise the engine would derive a
 * hidden class for each set of ids, which no other object shares.
 */
const byId = <Given, Shown>(
  entries: Iterable<readonly [string, Given]>,
  show: (given: Given) => Shown,
): Record<string, Shown> => {
  const shown: Record<string, Shown> = Object.create(null)
  for (const [id, given] of entries) shown[id] = show(given)
  return shown
}

const requestView = (
  { allocations, mappings }: Candidate,
  version: Microversion,
  amountsOf: ReturnType<typeof amountsOnce>,
): AllocationRequestView => ({
  allocations:
    version < byProvider
      ? [...allocations].map(([uuid, resources]) => ({
          resource_provider: { uuid },
          resources: amountsOf(resources),
        }))
      : byId(allocations, (resources) => ({ resources: amountsOf(resources) })),
  mappings: Object.fromEntries([...mappings].map(([suffix, ids]) => [suffix, [...ids]])),
})

/** The traits of providers as arrays, cached by their sets: a provider keeps the same set until it changes. */
const listedTraits = new WeakMap<ProviderFacts['traits'], string[]>()

const traitsOf = ({ traits }: ProviderFacts): string[] => {
  const known = listedTraits.get(traits)
  if (known) return known
  const listed = [...traits]
  listedTraits.set(traits, listed)
  return listed
}

const summaryView = (
  summary: ProviderFacts,
  asked: ReadonlySet<string>,
  version: Microversion,
): ProviderSummaryView => {
  const resources: Record<string, { readonly capacity: number; readonly used: number }> = {}
  for (const [name, { capacity, used }] of summary.resources)
    if (version >= allClasses || asked.has(name)) resources[name] = { capacity, used }
  return {
    resources,
    traits: traitsOf(summary),
    parent_provider_uuid: summary.parentId,
    root_provider_uuid: summary.rootId,
  }
}

const list = handle(listAllocationCandidates, async (call) => {
  const { app, request, version } = call
  const wanted = readCandidateRequest(request.query, version)
  const search = { limit: readLimit(request.query), knowsTrees: version >= withTree }
  const { requests, summaries } = await findAllocationCandidates(app)(wanted, search)
  const asked = new Set([...wanted.groups.values()].flatMap(({ resources }) => [...resources.keys()]))
  const amountsOf = amountsOnce()
  return fresh(call, {
    allocation_requests: requests.map((one) => requestView(one, version, amountsOf)),
    provider_summaries: byId(
      summaries.map((one) => [one.id, one] as const),
      (one) => summaryView(one, asked, version),
    ),
  })
})

export const allocationCandidates = [list]
