import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { allBefore, before, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { NextLink } from './links.ts'
import { digits, strictFrom, text } from './query.ts'
import { BooleanLike } from './words.ts'

/** A number until 2.52, a UUID since. */
const Id = Type.Union([since('2.53', Type.String()), before('2.53', Type.Integer())])

const brief = {
  id: Id,
  hypervisor_hostname: Type.String(),
  state: Type.String(),
  status: Type.String(),
  servers: Type.Optional(Type.Array(view({ name: Type.String(), uuid: Type.String() }))),
}

/** Removed in 2.88 in favour of placement; also summed up in the statistics. */
const usage = {
  vcpus: Type.Integer(),
  vcpus_used: Type.Integer(),
  memory_mb: Type.Integer(),
  memory_mb_used: Type.Integer(),
  free_ram_mb: Type.Integer(),
  local_gb: Type.Integer(),
  local_gb_used: Type.Integer(),
  free_disk_gb: Type.Integer(),
  disk_available_least: nullable(Type.Integer()),
  current_workload: Type.Integer(),
  running_vms: Type.Integer(),
}
const Usage = view(usage)
export type UsageView = Static<typeof Usage>

const BriefHypervisor = view(brief)
export type BriefHypervisorView = Static<typeof BriefHypervisor>

const Hypervisor = view({
  ...brief,
  hypervisor_type: Type.String(),
  hypervisor_version: Type.Integer(),
  host_ip: Type.String(),
  uptime: since('2.88', nullable(Type.String())),
  service: view({ id: Id, host: Type.String(), disabled_reason: nullable(Type.String()) }),
  ...allBefore('2.88', usage),
  cpu_info: Type.Union([
    before('2.28', Type.String()),
    before('2.88', since('2.28', Type.Record(Type.String(), Type.Unknown()))),
  ]),
})
export type HypervisorView = Static<typeof Hypervisor>

const withServers = since('2.53', Type.Optional(BooleanLike))
const query = strictFrom('2.53', {
  limit: since('2.33', digits),
  marker: since('2.33', text),
  hypervisor_hostname_pattern: since('2.53', Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))),
  with_servers: withServers,
})
const errors = ['HypervisorNotFound']

export const listHypervisors = operation({
  id: 'hypervisors.list',
  method: 'GET',
  path: '/os-hypervisors',
  summary: 'List hypervisors',
  rule: 'os_compute_api:os-hypervisors:list',
  on,
  query,
  replies: { 200: view({ hypervisors: Type.Array(BriefHypervisor), hypervisors_links: NextLink }) },
})

export const listHypervisorsInFull = operation({
  id: 'hypervisors.detail',
  method: 'GET',
  path: '/os-hypervisors/detail',
  summary: 'List hypervisors, with details',
  rule: 'os_compute_api:os-hypervisors:list-detail',
  on,
  query,
  replies: { 200: view({ hypervisors: Type.Array(Hypervisor), hypervisors_links: NextLink }) },
})

export const showStatistics = operation({
  id: 'hypervisors.statistics',
  method: 'GET',
  path: '/os-hypervisors/statistics',
  until: '2.87',
  summary: 'Sum up what the enabled hypervisors have and use',
  rule: 'os_compute_api:os-hypervisors:statistics',
  on,
  replies: { 200: view({ hypervisor_statistics: view({ count: Type.Integer(), ...usage }) }) },
})

export const searchHypervisors = operation({
  id: 'hypervisors.search',
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_hostname_pattern}/search',
  until: '2.52',
  summary: 'Find hypervisors by a part of their names',
  rule: 'os_compute_api:os-hypervisors:search',
  on,
  replies: { 200: view({ hypervisors: Type.Array(BriefHypervisor) }) },
  errors,
})

export const listServersOf = operation({
  id: 'hypervisors.servers',
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_hostname_pattern}/servers',
  until: '2.52',
  summary: 'List the servers on hypervisors',
  rule: 'os_compute_api:os-hypervisors:servers',
  on,
  replies: { 200: view({ hypervisors: Type.Array(BriefHypervisor) }) },
  errors,
})

export const showUptime = operation({
  id: 'hypervisors.uptime',
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_id}/uptime',
  until: '2.87',
  summary: 'Show how long the host of a hypervisor has run',
  rule: 'os_compute_api:os-hypervisors:uptime',
  on,
  replies: { 200: view({ hypervisor: view({ ...brief, uptime: Type.String() }) }) },
  errors,
})

export const showHypervisor = operation({
  id: 'hypervisors.show',
  method: 'GET',
  path: '/os-hypervisors/{hypervisor_id}',
  summary: 'Show a hypervisor',
  rule: 'os_compute_api:os-hypervisors:show',
  on,
  query: strictFrom('2.53', { with_servers: withServers }),
  replies: { 200: view({ hypervisor: Hypervisor }) },
  errors,
})
