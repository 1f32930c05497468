import { asBoolean } from '@nimbo/contracts/compute/words'
import { ok } from '@nimbo/http/reply'
import type { Call } from '@nimbo/http/route'
import { isUuid } from '@nimbo/kernel/ids'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../app/compute-app.ts'
import type { SurveyedNode } from '../app/survey-hosts.ts'
import { errors } from '../errors.ts'
import { usageView, viewHypervisor } from './hypervisor-view.ts'
import { nextLink } from './page-links.ts'
import { route } from './route.ts'
import { limitOf } from './server-list-query.ts'

const paged = microversion('2.33')
const idsAreUuids = microversion('2.53')
const uptimeInside = microversion('2.88')

type ListCall = Pick<Call<ComputeApp>, 'ctx' | 'app' | 'query' | 'version' | 'request'>

const wireId = ({ row }: SurveyedNode, version: Microversion): string =>
  version >= idsAreUuids ? row.id : String(row.number)

/** The hypervisors that the query names, and whether more follow. */
const pageOf = async ({
  app,
  query,
  version,
}: ListCall): Promise<{ readonly page: readonly SurveyedNode[]; readonly full: boolean }> => {
  const pattern = version >= idsAreUuids ? query.hypervisor_hostname_pattern : undefined
  if (pattern !== undefined) {
    if (query.limit !== undefined || query.marker !== undefined)
      throw errors.BadRequest({
        reason:
          'Paging over hypervisors with the hypervisor_hostname_pattern query parameter is not supported.',
      })
    return { page: await app.hypervisors.match(pattern), full: false }
  }
  const all = await app.hypervisors.list()
  if (version < paged) return { page: all, full: false }
  const limit = limitOf(query.limit, app.deps.config.api.max_limit)
  const { marker } = query
  const at = marker === undefined ? -1 : all.findIndex((node) => wireId(node, version) === marker)
  if (marker !== undefined && at < 0) throw errors.MarkerNotFound({ marker })
  const page = all.slice(at + 1, at + 1 + limit)
  return { page, full: page.length === limit }
}

const wantsServers = ({ query, version }: Pick<ListCall, 'query' | 'version'>): boolean =>
  version >= idsAreUuids && asBoolean(query.with_servers)

const view = async (call: ListCall, node: SurveyedNode, detailed: boolean): Promise<object> => {
  const { ctx, app, version } = call
  const uptime = detailed && version >= uptimeInside ? await app.hypervisors.uptime(ctx, node) : null
  const servers = wantsServers(call) ? { servers: await app.hypervisors.servers(node) } : {}
  return viewHypervisor(node, { uptime, ...servers }, { version, detailed })
}

const list = (detailed: boolean) =>
  route({
    method: 'GET',
    path: detailed ? '/os-hypervisors/detail' : '/os-hypervisors',
    name: detailed ? 'hypervisors.detail' : 'hypervisors.list',
    policy: detailed ? 'os_compute_api:os-hypervisors:list-detail' : 'os_compute_api:os-hypervisors:list',
    replies: [200],
    handle: async (call) => {
      const { page, full } = await pageOf(call)
      const lastNode = page.at(-1)
      const last = lastNode && wireId(lastNode, call.version)
      return ok({
        hypervisors: await Promise.all(page.map((node) => view(call, node, detailed))),
        ...nextLink('hypervisors', call.request, { full, last }),
      })
    },
  })

type OneCall = Pick<Call<ComputeApp>, 'app' | 'version'> & {
  readonly params: { readonly hypervisor_id: string }
}

const find = ({ app, params: { hypervisor_id: id }, version }: OneCall): Promise<SurveyedNode> => {
  if (version >= idsAreUuids && !isUuid(id)) throw errors.BadRequest({ reason: `Invalid uuid ${id}` })
  return app.hypervisors.find(id, version >= idsAreUuids ? 'uuid' : 'number')
}

const show = route({
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_id}',
  name: 'hypervisors.show',
  policy: 'os_compute_api:os-hypervisors:show',
  replies: [200],
  handle: async (call) => ok({ hypervisor: await view(call, await find(call), true) }),
})

const uptime = route({
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_id}/uptime',
  name: 'hypervisors.uptime',
  until: '2.87',
  policy: 'os_compute_api:os-hypervisors:uptime',
  replies: [200],
  handle: async (call) => {
    const node = await find(call)
    const told = await call.app.hypervisors.uptime(call.ctx, node)
    if (told === null)
      throw errors.BadRequest({ reason: `Compute service of ${node.row.host} is unavailable at this time.` })
    const shown = viewHypervisor(node, {}, { version: call.version, detailed: false })
    return ok({ hypervisor: { ...shown, uptime: told } })
  },
})

const statistics = route({
  method: 'GET',
  path: '/os-hypervisors/statistics',
  name: 'hypervisors.statistics',
  until: '2.87',
  policy: 'os_compute_api:os-hypervisors:statistics',
  replies: [200],
  handle: async ({ app }) => {
    const nodes = (await app.hypervisors.list()).filter(({ service }) => service.row.disabled === 0)
    const sums: Record<string, number> = Object.fromEntries(statisticNames.map((name) => [name, 0]))
    for (const node of nodes)
      for (const [name, value] of Object.entries(usageView(node))) sums[name] = (sums[name] ?? 0) + value
    return ok({ hypervisor_statistics: { count: nodes.length, ...sums } })
  },
})

const statisticNames: readonly (keyof ReturnType<typeof usageView>)[] = [
  'vcpus',
  'vcpus_used',
  'memory_mb',
  'memory_mb_used',
  'free_ram_mb',
  'local_gb',
  'local_gb_used',
  'free_disk_gb',
  'disk_available_least',
  'current_workload',
  'running_vms',
]

const search = route({
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_hostname_pattern}/search',
  name: 'hypervisors.search',
  until: '2.52',
  policy: 'os_compute_api:os-hypervisors:search',
  replies: [200],
  handle: async ({ app, params, version }) => {
    const found = await app.hypervisors.match(params.hypervisor_hostname_pattern)
    return ok({ hypervisors: found.map((node) => viewHypervisor(node, {}, { version, detailed: false })) })
  },
})

const servers = route({
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_hostname_pattern}/servers',
  name: 'hypervisors.servers',
  until: '2.52',
  policy: 'os_compute_api:os-hypervisors:servers',
  replies: [200],
  handle: async ({ app, params, version }) => {
    const found = await app.hypervisors.match(params.hypervisor_hostname_pattern)
    const shown = found.map(async (node) =>
      viewHypervisor(node, { servers: await app.hypervisors.servers(node) }, { version, detailed: false }),
    )
    return ok({ hypervisors: await Promise.all(shown) })
  },
})

export const hypervisorRoutes = [list(false), list(true), statistics, search, servers, uptime, show]
