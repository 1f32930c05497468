import { getAutoAllocatedTopology } from '@nimbo/contracts/network/auto-allocated-topology'
import {
  floatingIpOperations,
  type FloatingIp as WholeFloatingIp,
} from '@nimbo/contracts/network/floating-ip'
import { networkOperations, type Network as WholeNetwork } from '@nimbo/contracts/network/network'
import {
  type FixedIp,
  type FixedIpRequest,
  type port as portKind,
  portOperations,
  type Port as WholePort,
} from '@nimbo/contracts/network/port'
import { showQuotaDetails } from '@nimbo/contracts/network/quotas'
import {
  securityGroupOperations,
  type SecurityGroup as WholeGroup,
} from '@nimbo/contracts/network/security-group'
import type { SecurityGroupRule as WholeRule } from '@nimbo/contracts/network/security-group-rule'
import { subnetOperations, type Subnet as WholeSubnet } from '@nimbo/contracts/network/subnet'
import type { Context } from '@nimbo/kernel/context'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Changes, Given } from '@nimbo/resource/describe/kind'
import type { ServiceClient } from './service-client.ts'

/** The attributes that services read; others, such as tags and zones, are in further tables and not requested. */
const fieldsOf = {
  networks: ['id', 'name', 'mtu', 'shared', 'router:external', 'project_id', 'subnets'],
  subnets: [
    ...(['id', 'network_id', 'cidr', 'ip_version', 'gateway_ip'] as const),
    ...(['enable_dhcp', 'dns_nameservers', 'host_routes', 'segment_id'] as const),
  ],
  ports: [
    ...(['id', 'name', 'network_id', 'project_id', 'mac_address', 'fixed_ips', 'security_groups'] as const),
    ...(['status', 'admin_state_up', 'device_id', 'device_owner'] as const),
  ],
  floatingIps: ['port_id', 'fixed_ip_address', 'floating_ip_address'],
  bindings: ['binding:host_id', 'binding:vif_type', 'binding:vif_details', 'binding:vnic_type'],
  // These are in further tables, or needed for few ports only, so they are read only for callers that name them in `fields`.
  requests: ['resource_request', 'binding:profile', 'numa_affinity_policy'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Fields<Kind extends keyof typeof fieldsOf> = (typeof fieldsOf)[Kind][number]

/** The segment is in another table, so it is read only for callers that name its attributes in `fields`. */
export type Network = Pick<WholeNetwork, Fields<'networks'>> &
  Partial<Pick<WholeNetwork, 'provider:physical_network' | 'provider:network_type'>>
export type Subnet = Pick<WholeSubnet, Fields<'subnets'>>
/** A port; bindings may be missing, because users cannot see them. */
export type Port = Pick<WholePort, Fields<'ports'>> &
  Partial<Pick<WholePort, Fields<'bindings'> | Fields<'requests'>>>
export type FloatingIp = Pick<WholeFloatingIp, Fields<'floatingIps'>>
export type SecurityGroup = Pick<WholeGroup, 'id' | 'name' | 'project_id'> &
  Partial<Pick<WholeGroup, 'description' | 'security_group_rules'>>
export type SecurityGroupRule = WholeRule

export type { FixedIp, FixedIpRequest }

type Filter = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface NetworkClient {
  /** With `fields`, only these attributes of each network: its subnets are in another table. */
  networks<Field extends keyof Network = keyof Network>(
    ctx: Context,
    filter: Filter,
    fields?: readonly Field[],
  ): Promise<readonly Pick<Network, Field>[]>
  /** The project's auto-allocated network, created at first use; undefined when the cloud does not support it. */
  ownNetwork(ctx: Context, projectId: string): Promise<string | undefined>
  subnets(ctx: Context, filter: Filter): Promise<readonly Subnet[]>
  /** With `fields`, only these attributes of each port. */
  ports<Field extends keyof Port = keyof Port>(
    ctx: Context,
    filter: Filter,
    fields?: readonly Field[],
  ): Promise<readonly Pick<Port, Field>[]>
  port(ctx: Context, id: string): Promise<Port | undefined>
  /** The floating IPs of these ports. */
  floatingIps(ctx: Context, portIds: readonly string[]): Promise<readonly FloatingIp[]>
  /** With `fields`, only these attributes: rules are in another table. */
  securityGroups<Field extends keyof SecurityGroup = keyof SecurityGroup>(
    ctx: Context,
    filter: Filter,
    fields?: readonly Field[],
  ): Promise<readonly Pick<SecurityGroup, Field>[]>
  createPort(ctx: Context, port: Given<typeof portKind>): Promise<Port>
  updatePort(ctx: Context, id: string, changes: Changes<typeof portKind>): Promise<Port>
  /** Idempotent. */
  deletePort(ctx: Context, id: string): Promise<void>
  /** The port quota of a project: limit (-1 is unlimited) and usage. */
  portQuota(ctx: Context, projectId: string): Promise<{ readonly limit: number; readonly used: number }>
}

/** Safe: services, and users for their own resources, see all requested attributes. */
const seen = <Whole>(shown: Partial<Whole>): Whole => shown as Whole

export const networkClient = (network: ServiceClient): NetworkClient => {
  const at = (port_id: string) => ({ path: { port_id } })
  return {
    ownNetwork: async (ctx, project_id) => {
      try {
        const asked = { path: { project_id }, query: {} }
        return (await network.call(ctx, getAutoAllocatedTopology, asked)).auto_allocated_topology.id
      } catch (error) {
        if (isRemote(error, 400, 404, 409)) return undefined
        throw error
      }
    },
    networks: async (ctx, filter, fields) => {
      const query = { fields: fields ?? fieldsOf.networks, ...filter }
      return (await network.call(ctx, networkOperations.list, { query })).networks.map((one) =>
        seen<Network>(one),
      )
    },
    subnets: async (ctx, filter) => {
      const query = { fields: fieldsOf.subnets, ...filter }
      return (await network.call(ctx, subnetOperations.list, { query })).subnets.map((one) =>
        seen<Subnet>(one),
      )
    },
    ports: async (ctx, filter, fields) => {
      const query = { fields: fields ?? [...fieldsOf.ports, ...fieldsOf.bindings], ...filter }
      return (await network.call(ctx, portOperations.list, { query })).ports.map((one) => seen<Port>(one))
    },
    floatingIps: async (ctx, portIds) => {
      if (portIds.length === 0) return []
      const query = { fields: fieldsOf.floatingIps, port_id: portIds }
      return (await network.call(ctx, floatingIpOperations.list, { query })).floatingips.map((one) =>
        seen<FloatingIp>(one),
      )
    },
    securityGroups: async (ctx, filter, fields) => {
      const query = { ...(fields === undefined ? {} : { fields }), ...filter }
      const { security_groups } = await network.call(ctx, securityGroupOperations.list, { query })
      return security_groups.map((one) => seen<SecurityGroup>(one))
    },
    port: async (ctx, id) => {
      const found = await unlessNotFound(network.call(ctx, portOperations.show, at(id)))
      return found && seen<Port>(found.port)
    },
    createPort: async (ctx, wanted) =>
      seen<Port>((await network.call(ctx, portOperations.create, { body: { port: wanted } })).port),
    updatePort: async (ctx, id, changes) =>
      seen<Port>(
        (await network.call(ctx, portOperations.update, { ...at(id), body: { port: changes } })).port,
      ),
    deletePort: async (ctx, id) => {
      await unlessNotFound(network.call(ctx, portOperations.delete, at(id)))
    },
    portQuota: async (ctx, project_id) => {
      const { quota } = await network.call(ctx, showQuotaDetails, { path: { project_id } })
      return quota.port ?? { limit: -1, used: 0 }
    },
  }
}
