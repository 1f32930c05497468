import { type Microversion, microversion } from '@nimbo/http/microversion'
import { ok } from '@nimbo/http/reply'
import type { ComputeApp } from '../app/compute-app.ts'
import { everyCell } from '../app/every-cell.ts'
import type { ComputeNodeRow, ServiceRow } from '../db/cell-tables.ts'
import { computeNodes } from '../db/compute-nodes.ts'
import { instances } from '../db/instances.ts'
import { services } from '../db/services.ts'
import { isTrue } from '../domain/server-filters.ts'
import { isUp } from '../domain/service-state.ts'
import { errors } from '../errors.ts'
import { nextLink } from './page-links.ts'
import { route } from './route.ts'
import { limitOf } from './server-list-query.ts'

const cpuInfoObject = microversion('2.28')
const paged = microversion('2.33')
const uuids = microversion('2.53')
const withoutUsage = microversion('2.88')

interface Found {
  readonly node: ComputeNodeRow
  readonly service: ServiceRow | undefined
  readonly servers?: readonly { readonly uuid: string; readonly name: string }[]
}

const findAll = ({ deps }: ComputeApp, withServers: boolean): Promise<readonly Found[]> =>
  everyCell(deps, async (cell) => {
    const { clock } = deps
    const nodes = await computeNodes(cell, clock).list()
    const known = new Map((await services(cell, clock).list()).map((service) => [service.id, service]))
    const serversOf = async ({ host, node }: ComputeNodeRow) =>
      (await instances(cell, clock).onHost(host))
        .filter((server) => server.node === node)
        .map(({ id, name }) => ({ uuid: id, name }))
    return Promise.all(
      nodes.map(async (node) => ({
        node,
        service: known.get(node.service_id),
        ...(withServers ? { servers: await serversOf(node) } : {}),
      })),
    )
  })

const idOf = ({ node }: Found, version: Microversion): string | number =>
  version >= uuids ? node.id : node.number

const briefView = ({ deps }: ComputeApp, found: Found, version: Microversion): object => {
  const { service } = found
  const downAfterMs = deps.config.DEFAULT.service_down_time * 1000
  return {
    id: idOf(found, version),
    hypervisor_hostname: found.node.node,
    state: service && isUp(service, deps.clock.now(), downAfterMs) ? 'up' : 'down',
    status: service?.disabled === 0 ? 'enabled' : 'disabled',
    ...(found.servers && (version < withoutUsage ? found.servers.length > 0 : true)
      ? { servers: found.servers }
      : {}),
  }
}

/** What 2.88 took away, since placement knows better. */
const usageView = (node: ComputeNodeRow) => ({
  vcpus: node.vcpus,
  vcpus_used: node.vcpus_used,
  memory_mb: node.memory_mb,
  memory_mb_used: node.memory_mb_used,
  free_ram_mb: node.memory_mb - node.memory_mb_used,
  local_gb: node.disk_gb,
  local_gb_used: node.disk_gb_used,
  free_disk_gb: node.disk_gb - node.disk_gb_used,
  disk_available_least: node.disk_gb - node.disk_gb_used,
  current_workload: 0,
  running_vms: node.running_vms,
})

const fullView = (app: ComputeApp, found: Found, version: Microversion): object => {
  const { node, service } = found
  return {
    ...briefView(app, found, version),
    hypervisor_type: node.hypervisor_type,
    hypervisor_version: node.hypervisor_version,
    host_ip: node.host_ip,
    service: {
      id: version >= uuids ? service?.id : service?.number,
      host: node.host,
      disabled_reason: service?.disabled_reason ?? null,
    },
    ...(version < withoutUsage
      ? {
          ...usageView(node),
          cpu_info: version >= cpuInfoObject ? (JSON.parse(node.cpu_info) as object) : node.cpu_info,
        }
      : { uptime: null }),
  }
}

const list = (detailed: boolean) =>
  route({
    method: 'GET',
    path: detailed ? '/os-hypervisors/detail' : '/os-hypervisors',
    name: detailed ? 'hypervisors.detail' : 'hypervisors.list',
    policy: detailed ? 'os_compute_api:os-hypervisors:list-detail' : 'os_compute_api:os-hypervisors:list',
    replies: [200],
    handle: async ({ app, query, version, request }) => {
      const withServers = version >= uuids && isTrue(query.with_servers ?? '')
      const pattern = version >= uuids ? query.hypervisor_hostname_pattern : undefined
      const all = (await findAll(app, withServers)).filter(
        ({ node }) => pattern === undefined || node.node.includes(pattern),
      )
      if (pattern !== undefined && all.length === 0)
        throw errors.NotFound({ reason: `No hypervisor matching '${pattern}' could be found.` })
      const limit = version >= paged ? limitOf(query.limit, app.deps.config.api.max_limit) : all.length
      const { marker } = query
      const at = marker === undefined ? -1 : all.findIndex((one) => String(idOf(one, version)) === marker)
      if (marker !== undefined && at < 0) throw errors.MarkerNotFound({ marker })
      const page = all.slice(at + 1, at + 1 + limit)
      const last = page.at(-1)
      const full = page.length === limit && at + 1 + limit < all.length
      return ok({
        hypervisors: page.map((one) => (detailed ? fullView : briefView)(app, one, version)),
        ...(version >= paged
          ? nextLink('hypervisors', request, { full, last: last && String(idOf(last, version)) })
          : {}),
      })
    },
  })

const findOne = async (app: ComputeApp, id: string, version: Microversion, withServers = false) => {
  const found = (await findAll(app, withServers)).find((one) => String(idOf(one, version)) === id)
  if (!found) throw errors.HypervisorNotFound({ id })
  return found
}

const show = route({
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_id}',
  name: 'hypervisors.show',
  policy: 'os_compute_api:os-hypervisors:show',
  replies: [200],
  handle: async ({ app, params, query, version }) => {
    const withServers = version >= uuids && isTrue(query.with_servers ?? '')
    const found = await findOne(app, params.hypervisor_id, version, withServers)
    return ok({ hypervisor: fullView(app, found, version) })
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
    const all = (await findAll(app, false)).filter(({ service }) => service?.disabled === 0)
    const usages = all.map(({ node }) => usageView(node))
    const names = [
      ...['vcpus', 'vcpus_used', 'memory_mb', 'memory_mb_used', 'free_ram_mb', 'local_gb', 'local_gb_used'],
      ...['free_disk_gb', 'disk_available_least', 'current_workload', 'running_vms'],
    ] as (keyof ReturnType<typeof usageView>)[]
    const total = (name: keyof ReturnType<typeof usageView>) =>
      usages.reduce((sum, usage) => sum + usage[name], 0)
    return ok({
      hypervisor_statistics: {
        count: all.length,
        ...Object.fromEntries(names.map((name) => [name, total(name)])),
      },
    })
  },
})

const search = route({
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_hostname_pattern}/search',
  name: 'hypervisors.search',
  until: '2.52',
  policy: 'os_compute_api:os-hypervisors:search',
  replies: [200],
  handle: async ({ app, params, version }) => {
    const pattern = params.hypervisor_hostname_pattern
    const found = (await findAll(app, false)).filter(({ node }) => node.node.includes(pattern))
    if (found.length === 0)
      throw errors.NotFound({ reason: `No hypervisor matching '${pattern}' could be found.` })
    return ok({ hypervisors: found.map((one) => briefView(app, one, version)) })
  },
})

export const hypervisorRoutes = [list(false), list(true), statistics, search, show]
