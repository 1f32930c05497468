import type { Context } from '@nimbo/kernel/context'
import { type RestClient, unlessNotFound } from './rest-client.ts'

export interface FixedIp {
  readonly subnet_id: string
  readonly ip_address: string
}

export interface Network {
  readonly id: string
  readonly name: string
  readonly mtu: number
  readonly shared: boolean
  readonly 'router:external': boolean
  readonly project_id: string
  readonly subnets: readonly string[]
}

export interface Subnet {
  readonly id: string
  readonly network_id: string
  readonly cidr: string
  readonly ip_version: 4 | 6
  readonly gateway_ip: string | null
  readonly enable_dhcp: boolean
  readonly dns_nameservers: readonly string[]
  readonly host_routes: readonly { readonly destination: string; readonly nexthop: string }[]
}

export interface Port {
  readonly id: string
  readonly name: string
  readonly network_id: string
  readonly project_id: string
  readonly mac_address: string
  readonly fixed_ips: readonly FixedIp[]
  readonly security_groups: readonly string[]
  readonly status: string
  readonly admin_state_up: boolean
  readonly device_id: string
  readonly device_owner: string
  readonly 'binding:host_id'?: string
  readonly 'binding:vif_type'?: string
  readonly 'binding:vif_details'?: Readonly<Record<string, unknown>>
  readonly 'binding:vnic_type'?: string
}

export interface SecurityGroupRule {
  readonly id: string
  readonly direction: 'ingress' | 'egress'
  readonly ethertype: string
  readonly protocol: string | null
  readonly port_range_min: number | null
  readonly port_range_max: number | null
  readonly remote_ip_prefix: string | null
  readonly remote_group_id: string | null
}

export interface SecurityGroup {
  readonly id: string
  readonly name: string
  readonly project_id: string
  readonly description?: string
  readonly security_group_rules?: readonly SecurityGroupRule[]
}

/**
 * What is asked of each kind: all that is read here and nothing else, since tags and zones lie in further tables.
 */
const fieldsOf = {
  networks: ['id', 'name', 'mtu', 'shared', 'router:external', 'project_id', 'subnets'],
  subnets: [
    ...(['id', 'network_id', 'cidr', 'ip_version', 'gateway_ip'] as const),
    ...(['enable_dhcp', 'dns_nameservers', 'host_routes'] as const),
  ],
  ports: [
    ...(['id', 'name', 'network_id', 'project_id', 'mac_address', 'fixed_ips', 'security_groups'] as const),
    ...(['status', 'admin_state_up', 'device_id', 'device_owner'] as const),
    ...(['binding:host_id', 'binding:vif_type', 'binding:vif_details', 'binding:vnic_type'] as const),
  ],
} as const satisfies {
  networks: readonly (keyof Network)[]
  subnets: readonly (keyof Subnet)[]
  ports: readonly (keyof Port)[]
}

type Filter = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface NetworkClient {
  networks(ctx: Context, filter: Filter): Promise<readonly Network[]>
  subnets(ctx: Context, filter: Filter): Promise<readonly Subnet[]>
  /** With `fields`, of each port these alone. */
  ports<Field extends keyof Port = keyof Port>(
    ctx: Context,
    filter: Filter,
    fields?: readonly Field[],
  ): Promise<readonly Pick<Port, Field>[]>
  port(ctx: Context, id: string): Promise<Port | undefined>
  /** With `fields`, of each group these alone: its rules lie in another table. */
  securityGroups<Field extends keyof SecurityGroup = keyof SecurityGroup>(
    ctx: Context,
    filter: Filter,
    fields?: readonly Field[],
  ): Promise<readonly Pick<SecurityGroup, Field>[]>
  createPort(ctx: Context, port: Readonly<Record<string, unknown>>): Promise<Port>
  updatePort(ctx: Context, id: string, changes: Readonly<Record<string, unknown>>): Promise<Port>
  /** Not there is a success. */
  deletePort(ctx: Context, id: string): Promise<void>
  /** Port quota of a project: the limit (-1 is none) and how many it uses. */
  portQuota(ctx: Context, projectId: string): Promise<{ readonly limit: number; readonly used: number }>
}

export const networkClient = (rest: RestClient): NetworkClient => {
  const list = async <Item>(ctx: Context, collection: string, query: Filter): Promise<readonly Item[]> => {
    const path = `/v2.0/${collection}`
    const { body } = await rest.send<Record<string, Item[]>>(ctx, { method: 'GET', path, query })
    return body[collection.replaceAll('-', '_')] ?? []
  }
  return {
    networks: (ctx, filter) => list(ctx, 'networks', { fields: fieldsOf.networks, ...filter }),
    subnets: (ctx, filter) => list(ctx, 'subnets', { fields: fieldsOf.subnets, ...filter }),
    ports: (ctx, filter, fields) => list(ctx, 'ports', { fields: fields ?? fieldsOf.ports, ...filter }),
    securityGroups: (ctx, filter, fields) =>
      list(ctx, 'security-groups', fields === undefined ? filter : { fields, ...filter }),
    port: async (ctx, id) =>
      (await unlessNotFound(rest.send<{ port: Port }>(ctx, { method: 'GET', path: `/v2.0/ports/${id}` })))
        ?.body.port,
    createPort: async (ctx, port) =>
      (await rest.send<{ port: Port }>(ctx, { method: 'POST', path: '/v2.0/ports', json: { port } })).body
        .port,
    updatePort: async (ctx, id, port) =>
      (await rest.send<{ port: Port }>(ctx, { method: 'PUT', path: `/v2.0/ports/${id}`, json: { port } }))
        .body.port,
    deletePort: async (ctx, id) => {
      await unlessNotFound(rest.send(ctx, { method: 'DELETE', path: `/v2.0/ports/${id}` }))
    },
    portQuota: async (ctx, projectId) => {
      const path = `/v2.0/quotas/${projectId}/details`
      const { body } = await rest.send<{ quota: { port: { limit: number; used: number } } }>(ctx, {
        method: 'GET',
        path,
      })
      return body.quota.port
    },
  }
}
