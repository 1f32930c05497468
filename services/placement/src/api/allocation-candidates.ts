import { type Microversion, microversion } from '@nimbo/http/microversion'
import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import { timestamp } from '@nimbo/kernel/clock'
import type { PlacementApp } from '../app/app.ts'
import { findAllocationCandidates, type ProviderSummary } from '../app/find-allocation-candidates.ts'
import { parseMemberOf, parseRequired, parseResources, type RequestGroup } from '../domain/request-group.ts'
import { codes, errors } from '../errors.ts'
import { freshHeaders } from './fresh-headers.ts'
import { route } from './route.ts'

const byProvider = microversion('1.12')
const withTraits = microversion('1.17')
const allClasses = microversion('1.27')
const withTree = microversion('1.29')
const withMappings = microversion('1.34')

const known = new Set([
  'resources',
  'required',
  'member_of',
  'in_tree',
  'limit',
  'group_policy',
  'root_required',
])

const readGroup = (query: URLSearchParams): RequestGroup => {
  const strange = [...query.keys()].find((name) => !known.has(name))
  if (strange) {
    throw errors.Invalid({
      reason: `Invalid query string parameters: Additional properties are not allowed ('${strange}' was unexpected)`,
      code: codes.badValue,
    })
  }
  const resources = query.get('resources')
  if (!resources)
    throw errors.Invalid({ reason: 'All request groups must specify resources.', code: codes.badValue })
  return {
    resources: parseResources(resources),
    // A provider here is its own root, so what is required of the root is required of it.
    ...parseRequired([...query.getAll('required'), ...query.getAll('root_required')]),
    ...parseMemberOf(query.getAll('member_of')),
    ...(query.has('in_tree') ? { inTree: query.get('in_tree') ?? '' } : {}),
  }
}

const readLimit = (text: string | null): number | undefined => {
  if (text === null) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw errors.Invalid({
      reason: `Invalid query string parameters: '${text}' does not match '^[1-9][0-9]*$'`,
      code: codes.badValue,
    })
  }
  return Number(text)
}

const requestView = (
  provider: string,
  resources: Readonly<Record<string, number>>,
  version: Microversion,
): object => {
  if (version < byProvider) return { allocations: [{ resource_provider: { uuid: provider }, resources }] }
  return {
    allocations: { [provider]: { resources } },
    ...(version >= withMappings ? { mappings: { '': [provider] } } : {}),
  }
}

const summaryView = (
  summary: ProviderSummary,
  asked: ReadonlySet<string>,
  version: Microversion,
): object => ({
  resources: Object.fromEntries(
    [...summary.resources].filter(([name]) => version >= allClasses || asked.has(name)),
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
      const group = readGroup(request.query)
      const { providers, summaries } = await findAllocationCandidates(app)(
        group,
        readLimit(request.query.get('limit')),
      )
      const resources = Object.fromEntries(group.resources)
      const asked = new Set(group.resources.keys())
      const body = {
        allocation_requests: providers.map((provider) => requestView(provider, resources, version)),
        provider_summaries: Object.fromEntries(
          summaries.map((one) => [one.id, summaryView(one, asked, version)]),
        ),
      }
      return ok(body, freshHeaders(version, timestamp(app.clock)))
    },
  }),
]
