import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { PlacementApp } from '../app/app.ts'
import { findAllocationCandidates } from '../app/find-allocation-candidates.ts'
import type { Candidate } from '../domain/combine-candidates.ts'
import type { ProviderFacts } from '../domain/provider-facts.ts'
import { readCandidateRequest, readLimit } from './candidate-query.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const byProvider = microversion('1.12')
const withTraits = microversion('1.17')
const allClasses = microversion('1.27')
const withTree = microversion('1.29')
const withMappings = microversion('1.34')

const requestView = ({ allocations, mappings }: Candidate, version: Microversion): object => {
  const amounts = [...allocations].map(
    ([id, resources]) => [id, { resources: Object.fromEntries(resources) }] as const,
  )
  if (version < byProvider) {
    return { allocations: amounts.map(([uuid, held]) => ({ resource_provider: { uuid }, ...held })) }
  }
  return {
    allocations: Object.fromEntries(amounts),
    ...(version >= withMappings ? { mappings: Object.fromEntries(mappings) } : {}),
  }
}

const summaryView = (summary: ProviderFacts, asked: ReadonlySet<string>, version: Microversion): object => ({
  resources: Object.fromEntries(
    [...summary.resources]
      .filter(([name]) => version >= allClasses || asked.has(name))
      .map(([name, { capacity, used }]) => [name, { capacity, used }]),
  ),
  ...(version >= withTraits ? { traits: summary.traits } : {}),
  ...(version >= withTree
    ? { parent_provider_uuid: summary.parentId, root_provider_uuid: summary.rootId }
    : {}),
})

export const allocationCandidates: readonly Route<PlacementApp>[] = [
  route({
    method: 'GET',
    path: '/allocation_candidates',
    name: 'allocation_candidates.list',
    since: '1.10',
    policy: 'placement:allocation_candidates:list',
    replies: [200],
    handle: async ({ app, request, version }) => {
      const wanted = readCandidateRequest(request.query, version)
      const search = { limit: readLimit(request.query), knowsTrees: version >= withTree }
      const { requests, summaries } = await findAllocationCandidates(app)(wanted, search)
      const asked = new Set([...wanted.groups.values()].flatMap(({ resources }) => [...resources.keys()]))
      const body = {
        allocation_requests: requests.map((one) => requestView(one, version)),
        provider_summaries: Object.fromEntries(
          summaries.map((one) => [one.id, summaryView(one, asked, version)]),
        ),
      }
      return ok(body, freshHeaders(version, timestamp(app.clock)))
    },
  }),
]
