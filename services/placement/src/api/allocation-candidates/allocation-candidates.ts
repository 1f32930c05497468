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

const requestView = ({ allocations, mappings }: Candidate, version: Microversion): AllocationRequestView => {
  const held = [...allocations].map(([id, resources]) => [id, Object.fromEntries(resources)] as const)
  return {
    allocations:
      version < byProvider
        ? held.map(([uuid, resources]) => ({ resource_provider: { uuid }, resources }))
        : Object.fromEntries(held.map(([id, resources]) => [id, { resources }])),
    mappings: Object.fromEntries([...mappings].map(([suffix, ids]) => [suffix, [...ids]])),
  }
}

const summaryView = (
  summary: ProviderFacts,
  asked: ReadonlySet<string>,
  version: Microversion,
): ProviderSummaryView => ({
  resources: Object.fromEntries(
    [...summary.resources]
      .filter(([name]) => version >= allClasses || asked.has(name))
      .map(([name, { capacity, used }]) => [name, { capacity, used }]),
  ),
  traits: [...summary.traits],
  parent_provider_uuid: summary.parentId,
  root_provider_uuid: summary.rootId,
})

const list = handle(listAllocationCandidates, async (call) => {
  const { app, request, version } = call
  const wanted = readCandidateRequest(request.query, version)
  const search = { limit: readLimit(request.query), knowsTrees: version >= withTree }
  const { requests, summaries } = await findAllocationCandidates(app)(wanted, search)
  const asked = new Set([...wanted.groups.values()].flatMap(({ resources }) => [...resources.keys()]))
  return fresh(call, {
    allocation_requests: requests.map((one) => requestView(one, version)),
    provider_summaries: Object.fromEntries(
      summaries.map((one) => [one.id, summaryView(one, asked, version)]),
    ),
  })
})

export const allocationCandidates = [list]
