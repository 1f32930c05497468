import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { text } from './query.ts'

/** Removed in 2.43. */
const until = '2.42'
const path = '/os-hosts/{host_name}'
const errors = ['HostNotFound']

const Resource = view({
  host: Type.String(),
  /** A project's id, or the name of a sum in parentheses, such as `(total)`. */
  project: Type.String(),
  cpu: Type.Integer(),
  memory_mb: Type.Integer(),
  disk_gb: Type.Integer(),
})
export type HostResourceView = Static<typeof Resource>

export const listHosts = operation({
  id: 'hosts.list',
  method: 'GET',
  path: '/os-hosts',
  until,
  summary: 'List hosts and the services that they run',
  rule: 'os_compute_api:os-hosts:list',
  on,
  query: Type.Object({ zone: text }),
  replies: {
    200: view({
      hosts: Type.Array(view({ host_name: Type.String(), service: Type.String(), zone: Type.String() })),
    }),
  },
})

export const showHost = operation({
  id: 'hosts.show',
  method: 'GET',
  path,
  until,
  summary: 'Show what a compute host has and what its servers use, project by project',
  rule: 'os_compute_api:os-hosts:show',
  on,
  replies: { 200: view({ host: Type.Array(view({ resource: Resource })) }) },
  errors,
})

const Switch = Type.String({ pattern: '^\\s*([eE][nN]|[dD][iI][sS])[aA][bB][lL][eE]\\s*$' })

export const updateHost = operation({
  id: 'hosts.update',
  method: 'PUT',
  path,
  until,
  summary: 'Enable or disable the compute service of a host',
  rule: 'os_compute_api:os-hosts:update',
  on,
  body: Type.Object(
    { status: Type.Optional(Switch), maintenance_mode: Type.Optional(Switch) },
    { ...exact, minProperties: 1 },
  ),
  replies: { 200: view({ host: Type.String(), status: Type.Optional(Type.String()) }) },
  errors,
})

/** No hypervisor of this cloud can power its host on or off, so the reply is 501. */
const power = <const Action extends string>(action: Action, rule: string) =>
  operation({
    id: `hosts.${action}`,
    method: 'GET',
    path: `/os-hosts/{host_name}/${action}`,
    until,
    summary: `Refused: ${action} of a host itself`,
    rule,
    on,
    replies: {},
    errors: ['HostNotFound', 'Unsupported'],
  })

export const hostPowerOperations = [
  power('startup', 'os_compute_api:os-hosts:start'),
  power('shutdown', 'os_compute_api:os-hosts:shutdown'),
  power('reboot', 'os_compute_api:os-hosts:reboot'),
]
