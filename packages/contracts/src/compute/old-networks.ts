import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone, ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

/** Ended with 2.36; clients use Neutron instead. */
const until = '2.35'

/** Neutron's networks only have `id` and `label` here; the other columns were nova-network's. */
const columns = {
  all: ['cidr', 'netmask', 'gateway', 'broadcast', 'dns1', 'dns2', 'cidr_v6', 'gateway_v6', 'netmask_v6'],
  admins: [
    ...(['created_at', 'updated_at', 'deleted_at', 'deleted', 'injected', 'bridge', 'vlan'] as const),
    ...([
      'vpn_public_address',
      'vpn_public_port',
      'vpn_private_address',
      'dhcp_start',
      'project_id',
    ] as const),
    ...(['host', 'bridge_interface', 'multi_host', 'priority', 'rxtx_base', 'mtu', 'dhcp_server'] as const),
    ...(['enable_dhcp', 'share_address'] as const),
  ],
} as const

export const oldNetworkColumns: { readonly all: readonly string[]; readonly admins: readonly string[] } =
  columns

const OldNetwork = Type.Intersect([
  Type.Object({ id: Type.String(), label: Type.String() }),
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
])

const TenantNetwork = view({ id: Type.String(), label: Type.String(), cidr: Type.String() })

export const listOldNetworks = operation({
  id: 'networks.list',
  method: 'GET',
  path: '/os-networks',
  until,
  summary: 'List networks, as the network service has them',
  rule: 'os_compute_api:os-networks:list',
  on,
  replies: { 200: view({ networks: Type.Array(OldNetwork) }) },
})

export const showOldNetwork = operation({
  id: 'networks.show',
  method: 'GET',
  path: '/os-networks/{network_id}',
  until,
  summary: 'Show a network, as the network service has it',
  rule: 'os_compute_api:os-networks:show',
  on,
  replies: { 200: view({ network: OldNetwork }) },
  errors: ['NotFound'],
})

export const listTenantNetworks = operation({
  id: 'tenant-networks.list',
  method: 'GET',
  path: '/os-tenant-networks',
  until,
  summary: 'List the networks that a project can use',
  rule: 'os_compute_api:os-tenant-networks:list',
  on,
  replies: { 200: view({ networks: Type.Array(TenantNetwork) }) },
})

export const showTenantNetwork = operation({
  id: 'tenant-networks.show',
  method: 'GET',
  path: '/os-tenant-networks/{network_id}',
  until,
  summary: 'Show a network that a project can use',
  rule: 'os_compute_api:os-tenant-networks:show',
  on,
  replies: { 200: view({ network: TenantNetwork }) },
  errors: ['NotFound'],
})

export const listFloatingIpPools = operation({
  id: 'floating-ip-pools.list',
  method: 'GET',
  path: '/os-floating-ip-pools',
  until,
  summary: 'List the networks that floating IPs come from',
  rule: 'os_compute_api:os-floating-ip-pools',
  on,
  replies: { 200: view({ floating_ip_pools: Type.Array(view({ name: Type.String() })) }) },
})

const baremetal = (id: string, path: string, rule: string) =>
  operation({
    id,
    method: 'GET',
    path,
    until,
    summary: 'Refused: no service of this cloud has bare metal',
    rule,
    on,
    replies: {},
    errors: ['Unsupported'],
  })

export const baremetalNodeOperations = [
  baremetal('baremetal-nodes.list', '/os-baremetal-nodes', 'os_compute_api:os-baremetal-nodes:list'),
  baremetal(
    'baremetal-nodes.show',
    '/os-baremetal-nodes/{node_id}',
    'os_compute_api:os-baremetal-nodes:show',
  ),
]

const refusedChange = (method: 'POST' | 'DELETE', path: string, action?: string) =>
  operation({
    id: `baremetal-nodes.${action ?? method.toLowerCase()}`,
    method,
    path,
    ...(action === undefined ? {} : { action }),
    until,
    summary: 'Always refused: bare metal is changed by its own service',
    on: anyone,
    replies: {},
    errors: ['BadRequest'],
  })

/** Operations that are refused, each with the command of the bare metal service that replaces it. */
export const baremetalChanges = [
  { operation: refusedChange('POST', '/os-baremetal-nodes'), command: 'node-create' },
  { operation: refusedChange('DELETE', '/os-baremetal-nodes/{node_id}'), command: 'node-delete' },
  {
    operation: refusedChange('POST', '/os-baremetal-nodes/{node_id}/action', 'add_interface'),
    command: 'port-create',
  },
  {
    operation: refusedChange('POST', '/os-baremetal-nodes/{node_id}/action', 'remove_interface'),
    command: 'port-delete',
  },
]
