import type { OutboxTables } from '@nimbo/notifications/outbox-tables'

interface StandardColumns {
  id: string
  project_id: string
  revision_number: number
  created_at: string
  updated_at: string
}

interface NetworksTable extends StandardColumns {
  name: string
  description: string
  admin_state_up: number
  status: string
  shared: number
  router_external: number
  is_default: number
  mtu: number
  port_security_enabled: number
  provider_network_type: string
  provider_physical_network: string | null
  provider_segmentation_id: number | null
  /** One segment, one network: the same text for two networks that would share a wire. */
  segment: string
  availability_zone_hints: string
}

interface SubnetsTable extends StandardColumns {
  network_id: string
  name: string
  description: string
  ip_version: number
  cidr: string
  gateway_ip: string | null
  allocation_pools: string
  enable_dhcp: number
  ipv6_ra_mode: string | null
  ipv6_address_mode: string | null
  dns_nameservers: string
  host_routes: string
  service_types: string
  subnetpool_id: string | null
}

interface PortsTable extends StandardColumns {
  network_id: string
  name: string
  description: string
  admin_state_up: number
  status: string
  mac_address: string
  device_id: string
  device_owner: string
  port_security_enabled: number
  allowed_address_pairs: string
  extra_dhcp_opts: string
  binding_host_id: string
  binding_vif_type: string
  binding_vif_details: string
  binding_profile: string
  binding_vnic_type: string
}

interface FixedIpsTable {
  subnet_id: string
  ip_address: string
  port_id: string
  network_id: string
  position: number
}

interface SecurityGroupsTable extends StandardColumns {
  name: string
  description: string
  stateful: number
  shared: number
  /** The project whose default group this is: unique, so that two requests cannot make two of them. */
  default_of: string | null
}

interface SecurityGroupRulesTable extends StandardColumns {
  security_group_id: string
  direction: string
  ethertype: string
  protocol: string | null
  port_range_min: number | null
  port_range_max: number | null
  remote_ip_prefix: string | null
  remote_group_id: string | null
  remote_address_group_id: string | null
  description: string
  identity: string
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
}

interface DhcpBindingsTable {
  network_id: string
  host: string
}

/** What compute must be told; a row goes once compute has answered. */
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

export interface NetworkTables extends OutboxTables {
  networks: NetworksTable
  subnets: SubnetsTable
  ports: PortsTable
  fixed_ips: FixedIpsTable
  security_groups: SecurityGroupsTable
  security_group_rules: SecurityGroupRulesTable
  port_security_groups: PortSecurityGroupsTable
  tags: TagsTable
  quotas: QuotasTable
  agents: AgentsTable
  dhcp_bindings: DhcpBindingsTable
  compute_events: ComputeEventsTable
}
