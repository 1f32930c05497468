import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { Amounts, Uuid } from './words.ts'

const Held = view({ resources: Amounts })

const AllocationRequest = view({
  allocations: Type.Union([
    since('1.12', Type.Record(Type.String(), Held)),
    before('1.12', Type.Array(view({ resource_provider: view({ uuid: Uuid }), resources: Amounts }))),
  ]),
  mappings: since('1.34', Type.Record(Type.String(), Type.Array(Type.String()))),
})
export type AllocationRequestView = Static<typeof AllocationRequest>

const ProviderSummary = view({
  resources: Type.Record(Type.String(), view({ capacity: Type.Integer(), used: Type.Integer() })),
  traits: since('1.17', Type.Array(Type.String())),
  parent_provider_uuid: since('1.29', nullable(Uuid)),
  root_provider_uuid: since('1.29', Uuid),
})
export type ProviderSummaryView = Static<typeof ProviderSummary>

/** Parameters may have group suffixes, so the service parses the query itself. */
export const listAllocationCandidates = operation({
  id: 'allocation_candidates.list',
  method: 'GET',
  path: '/allocation_candidates',
  since: '1.10',
  summary: 'Find resource providers that can give what is asked',
  rule: 'placement:allocation_candidates:list',
  on,
  query: Type.Record(Type.String(), Type.Array(Type.String())),
  replies: {
    200: view({
      allocation_requests: Type.Array(AllocationRequest),
      provider_summaries: Type.Record(Type.String(), ProviderSummary),
    }),
  },
})
