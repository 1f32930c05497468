import type { conntrackHelper } from '@nimbo/contracts/network/conntrack-helper'
import type { floatingIp } from '@nimbo/contracts/network/floating-ip'
import type { localIp, portAssociation } from '@nimbo/contracts/network/local-ip'
import type { log } from '@nimbo/contracts/network/log'
import type { ndpProxy } from '@nimbo/contracts/network/ndp-proxy'
import type { network } from '@nimbo/contracts/network/network'
import type { networkSegmentRange } from '@nimbo/contracts/network/network-segment-range'
import type { port } from '@nimbo/contracts/network/port'
import type { portForwarding } from '@nimbo/contracts/network/port-forwarding'
import type { qosPolicy } from '@nimbo/contracts/network/qos-policy'
import type { rbacPolicy } from '@nimbo/contracts/network/rbac-policy'
import type { router } from '@nimbo/contracts/network/router'
import type { securityGroup } from '@nimbo/contracts/network/security-group'
import type { securityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import type { segment } from '@nimbo/contracts/network/segment'
import type { subnet } from '@nimbo/contracts/network/subnet'
import type { subnetpool } from '@nimbo/contracts/network/subnetpool'
import type { trunk } from '@nimbo/contracts/network/trunk'
import type { OutboxTables } from '@nimbo/notifications/outbox-tables'
import type { Columns } from '@nimbo/resource/describe/kind'
import type { Kysely } from 'kysely'

interface FixedIpsTable {
  subnet_id: string
  ip_address: string
  port_id: string
  network_id: string
  position: number
}

interface PortSecurityGroupsTable {
  port_id: string
  security_group_id: string
}

interface TagsTable {
  resource_id: string
  tag: string
}

interface QuotasTable {
  project_id: string
  resource: string
  hard_limit: number
}

interface QuotaUsagesTable {
  project_id: string
  /** The table whose rows are counted. */
  resource: string
  slot: string
  used: number
}

interface AgentsTable {
  id: string
  host: string
  agent_type: string
  binary: string
  topic: string
  availability_zone: string
  admin_state_up: number
  description: string | null
  configurations: string
  vif_type: string
  created_at: string
  started_at: string
  heartbeat_timestamp: string
  /** Whether placement knows what the agent's host offers; null when it offers nothing. */
  resources_synced: number | null
}

interface ReportedSegmentsTable {
  segment_id: string
  /** The state of the segment that was last written to placement and Nova, as JSON. */
  written: string
}

interface DhcpBindingsTable {
  network_id: string
  host: string
}

interface RouterGatewaysTable {
  port_id: string
  router_id: string
  network_id: string
  position: number
  enable_snat: number
  qos_policy_id: string | null
}

interface RouterBindingsTable {
  router_id: string
  host: string
}

/** The DVR MAC of each host. */
interface DvrHostMacsTable {
  host: string
  mac_address: string
}

/** The hosts of HA routers. */
interface HaBindingsTable {
  router_id: string
  host: string
  /** The host's port on the HA network. */
  port_id: string
  state: 'active' | 'standby' | 'unknown'
}

interface HaNetworksTable {
  project_id: string
  network_id: string
}

interface HaVirtualRoutersTable {
  network_id: string
  vr_id: number
  router_id: string
}

/** Events for Nova; a row is deleted once Nova has answered. */
interface ComputeEventsTable {
  id: string
  name: string
  server_id: string
  port_id: string
  status: string
  request_id: string
  trace_id: string
  span_id: string
  attempts: number
  not_before: string
}

interface PortBindingsTable {
  port_id: string
  host: string
  vif_type: string
  vif_details: string
  vnic_type: string
  profile: string
}

interface AutoAllocatedTopologiesTable {
  project_id: string
  network_id: string
  router_id: string
}

interface FlavorProfilesTable {
  flavor_id: string
  service_profile_id: string
}

interface SubPortsTable {
  port_id: string
  trunk_id: string
  segmentation_type: string
  segmentation_id: number
}

/** Tables that several rooms query. A table used by one room only is declared there. */
export interface NetworkTables extends OutboxTables {
  networks: Columns<typeof network> & {
    /** Unique key of the network's segment; see `segmentKey`. */
    segment: string
  }
  segments: Columns<typeof segment> & {
    /** Unique key of the segment; see `networks.segment`. */
    wire: string
  }
  subnets: Columns<typeof subnet>
  subnetpools: Columns<typeof subnetpool>
  rbac_policies: Columns<typeof rbacPolicy>
  policies: Columns<typeof qosPolicy>
  trunks: Columns<typeof trunk>
  network_segment_ranges: Columns<typeof networkSegmentRange>
  sub_ports: SubPortsTable
  flavor_profiles: FlavorProfilesTable
  auto_allocated_topologies: AutoAllocatedTopologiesTable
  port_bindings: PortBindingsTable
  ports: Columns<typeof port>
  fixed_ips: FixedIpsTable
  security_groups: Columns<typeof securityGroup> & {
    /** The project whose default group this is; unique, so that two requests cannot create two. */
    default_of: string | null
  }
  security_group_rules: Columns<typeof securityGroupRule> & { identity: string }
  port_security_groups: PortSecurityGroupsTable
  tags: TagsTable
  quotas: QuotasTable
  quota_usages: QuotaUsagesTable
  agents: AgentsTable
  dhcp_bindings: DhcpBindingsTable
  reported_segments: ReportedSegmentsTable
  compute_events: ComputeEventsTable
  routers: Columns<typeof router>
  floatingips: Columns<typeof floatingIp> & {
    /** The port that holds the floating IP's address. */
    floating_port_id: string
  }
  conntrack_helpers: Columns<typeof conntrackHelper>
  local_ips: Columns<typeof localIp>
  port_associations: Columns<typeof portAssociation>
  logs: Columns<typeof log>
  ndp_proxies: Columns<typeof ndpProxy>
  port_forwardings: Columns<typeof portForwarding>
  router_gateways: RouterGatewaysTable
  /** The host that a router's ports are bound to; of an HA router, the active one. */
  router_bindings: RouterBindingsTable
  dvr_host_macs: DvrHostMacsTable
  ha_bindings: HaBindingsTable
  ha_networks: HaNetworksTable
  ha_virtual_routers: HaVirtualRoutersTable
}

/** The service's database, or a transaction in it. */
export type Db = Kysely<NetworkTables>
