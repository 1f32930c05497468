import * as operations from '@nimbo/contracts/compute/hypervisors'
import { asBoolean } from '@nimbo/contracts/compute/words'
import type { Call } from '@nimbo/http/route'
import { isUuid } from '@nimbo/kernel/ids'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { SurveyedNode } from '../../app/hosts/survey-hosts.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { briefHypervisor, fullHypervisor, usageView } from './hypervisor-view.ts'
import { nextLink } from '../page-links.ts'
import { limitOf } from '../servers/server-list-query.ts'

const paged = microversion('2.33')
const idsAreUuids = microversion('2.53')
const uptimeInside = microversion('2.88')

type ListQuery = QueryOf<typeof operations.listHypervisors>
type ListCall = Call<ComputeApp, unknown, ListQuery>
type ViewCall = Pick<
  Call<ComputeApp, unknown, Pick<ListQuery, 'with_servers'>>,
  'ctx' | 'app' | 'query' | 'version'
>

const wireId = ({ row }: SurveyedNode, version: Microversion): string =>
  version >= idsAreUuids ? row.id : String(row.number)

/** The hypervisors that match the query, and whether there are more. */
const pageOf = async ({
  app,
  query,
  version,
}: ListCall): Promise<{ readonly page: readonly SurveyedNode[]; readonly full: boolean }> => {
  const { hypervisor_hostname_pattern: pattern, marker } = query
  if (pattern !== undefined && version >= idsAreUuids) {
    if (query.limit !== undefined || marker !== undefined)
      throw errors.BadRequest({
        reason:
          'Paging over hypervisors with the hypervisor_hostname_pattern query parameter is not supported.',
      })
    return { page: await app.hypervisors.match(pattern), full: false }
  }
  const all = await app.hypervisors.list()
  if (version < paged) return { page: all, full: false }
  const limit = limitOf(query.limit, app.deps.config.api.max_limit)
  const at = marker === undefined ? -1 : all.findIndex((node) => wireId(node, version) === marker)
  if (marker !== undefined && at < 0) throw errors.MarkerNotFound({ marker })
  const page = all.slice(at + 1, at + 1 + limit)
  return { page, full: page.length === limit }
}

const serversWanted = async ({ app, query, version }: ViewCall, node: SurveyedNode) =>
  version >= idsAreUuids && asBoolean(query.with_servers)
    ? { servers: await app.hypervisors.servers(node) }
    : {}

const brief = async (call: ViewCall, node: SurveyedNode) =>
  briefHypervisor(node, await serversWanted(call, node), call.version)

const full = async (call: ViewCall, node: SurveyedNode) => {
  const { ctx, app, version } = call
  const uptime = version >= uptimeInside ? await app.hypervisors.uptime(ctx, node) : null
  return fullHypervisor(node, { uptime, ...(await serversWanted(call, node)) }, version)
}

const listOf = async <View>(call: ListCall, view: (call: ViewCall, node: SurveyedNode) => Promise<View>) => {
  const { page, full: isFull } = await pageOf(call)
  const lastNode = page.at(-1)
  const last = lastNode && wireId(lastNode, call.version)
  return {
    hypervisors: await Promise.all(page.map((node) => view(call, node))),
    ...nextLink('hypervisors', call.request, { full: isFull, last }),
  }
}

type OneCall = Pick<Call<ComputeApp>, 'app' | 'version'> & {
  readonly params: { readonly hypervisor_id: string }
}

const find = ({ app, params: { hypervisor_id: id }, version }: OneCall): Promise<SurveyedNode> => {
  if (version >= idsAreUuids && !isUuid(id)) throw errors.BadRequest({ reason: `Invalid uuid ${id}` })
  return app.hypervisors.find(id, version >= idsAreUuids ? 'uuid' : 'number')
}

const list = handle(operations.listHypervisors, (call) => listOf(call, brief))
const listInFull = handle(operations.listHypervisorsInFull, (call) => listOf(call, full))

const show = handle(operations.showHypervisor, async (call) => ({
  hypervisor: await full(call, await find(call)),
}))

const uptime = handle(operations.showUptime, async (call) => {
  const node = await find(call)
  const told = await call.app.hypervisors.uptime(call.ctx, node)
  if (told === null)
    throw errors.BadRequest({ reason: `Compute service of ${node.row.host} is unavailable at this time.` })
  return { hypervisor: { ...briefHypervisor(node, {}, call.version), uptime: told } }
})

const noUsage = {
  ...{ vcpus: 0, vcpus_used: 0, memory_mb: 0, memory_mb_used: 0, free_ram_mb: 0 },
  ...{ local_gb: 0, local_gb_used: 0, free_disk_gb: 0, disk_available_least: 0 },
  ...{ current_workload: 0, running_vms: 0 },
} satisfies operations.UsageView

const sumOf = (one: typeof noUsage, other: operations.UsageView): typeof noUsage => ({
  vcpus: one.vcpus + other.vcpus,
  vcpus_used: one.vcpus_used + other.vcpus_used,
  memory_mb: one.memory_mb + other.memory_mb,
  memory_mb_used: one.memory_mb_used + other.memory_mb_used,
  free_ram_mb: one.free_ram_mb + other.free_ram_mb,
  local_gb: one.local_gb + other.local_gb,
  local_gb_used: one.local_gb_used + other.local_gb_used,
  free_disk_gb: one.free_disk_gb + other.free_disk_gb,
  disk_available_least: one.disk_available_least + (other.disk_available_least ?? 0),
  current_workload: one.current_workload + other.current_workload,
  running_vms: one.running_vms + other.running_vms,
})

const statistics = handle(operations.showStatistics, async ({ app }) => {
  const nodes = (await app.hypervisors.list()).filter(({ service }) => service.row.disabled === 0)
  const sums = nodes.map(usageView).reduce(sumOf, noUsage)
  return { hypervisor_statistics: { count: nodes.length, ...sums } }
})

const search = handle(operations.searchHypervisors, async ({ app, params, version }) => {
  const found = await app.hypervisors.match(params.hypervisor_hostname_pattern)
  return { hypervisors: found.map((node) => briefHypervisor(node, {}, version)) }
})

const servers = handle(operations.listServersOf, async ({ app, params, version }) => {
  const found = await app.hypervisors.match(params.hypervisor_hostname_pattern)
  const shown = found.map(async (node) =>
    briefHypervisor(node, { servers: await app.hypervisors.servers(node) }, version),
  )
  return { hypervisors: await Promise.all(shown) }
})

export const hypervisorRoutes = [list, listInFull, statistics, search, servers, uptime, show]
