import { hostname } from 'node:os'
import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, seconds, string } from '@nimbo/config/option-types'
import { notificationOptions } from '@nimbo/notifications/notification-options'
import { quotaOptions } from './quotas/quota-options.ts'

/** Options of the driver that wires ports. */
export const agentDriverOptions = defineOptions('AGENT', {
  agent_driver: choice(['linuxbridge', 'user', 'fake'], {
    default: 'linuxbridge',
    help:
      'How ports of a host are connected: linuxbridge uses Linux bridges; user leaves traffic to the user networking of the ' +
      'hypervisor, without privileges and filters; fake only pretends to connect them.',
  }),
})

/** Options about the physical networks that a host is connected to. */
export const linuxBridgeOptions = defineOptions('linux_bridge', {
  physical_interface_mappings: list({
    default: [],
    help: 'Interface of this host for each physical network, for flat and VLAN networks: physnet1:eth1.',
  }),
})

/** Options of tunnels between hosts. */
export const vxlanAgentOptions = defineOptions('vxlan', {
  local_ip: string({
    help: 'IP address of this host for VXLAN tunnels with other hosts; if unset, tunnelled networks do not reach beyond this host.',
  }),
})

/** Options about what a host offers to ports with a minimum bandwidth or packet rate. */
const offers = defineOptions('linux_bridge', {
  resource_provider_bandwidths: list({
    default: [],
    help:
      'Bandwidth in kbit/s that devices of physical networks offer to ports with a minimum bandwidth, as DEVICE:EGRESS:INGRESS, ' +
      'either of which may be empty; the device rp_tunnelled stands for all tunnelled networks.',
  }),
  resource_provider_packet_processing_without_direction: list({
    default: [],
    help: 'Packet rate that the host can process in both directions together, in thousands of packets per second, as HYPERVISOR:RATE; an empty HYPERVISOR is the default one.',
  }),
  resource_provider_packet_processing_with_direction: list({
    default: [],
    help: 'Packet rates that the host can process in each direction, in thousands of packets per second, as HYPERVISOR:EGRESS:INGRESS; an empty HYPERVISOR is the default one.',
  }),
  resource_provider_hypervisors: list({
    default: [],
    help: 'Resource provider of the hypervisor that a device belongs to, if it is not the default one, as DEVICE:HYPERVISOR.',
  }),
  resource_provider_default_hypervisor: string({
    help: "Name of the hypervisor's resource provider in placement; the host name of the agent if unset.",
  }),
  resource_provider_inventory_defaults: list({
    default: ['allocation_ratio:1.0', 'min_unit:1', 'step_size:1', 'reserved:0'],
    help: 'Properties of the bandwidth inventories in placement, as NAME:VALUE.',
  }),
  resource_provider_packet_processing_inventory_defaults: list({
    default: ['allocation_ratio:1.0', 'min_unit:1', 'step_size:1', 'reserved:0'],
    help: 'Properties of the packet rate inventories in placement, as NAME:VALUE.',
  }),
})

/** Options about network cards whose virtual functions are ports. */
const nicSwitch = defineOptions('sriov_nic', {
  physical_device_mappings: list({
    default: [],
    help: 'SR-IOV network cards of this host for each physical network, which may have several: physnet2:ens1f0.',
  }),
  exclude_devices: list({
    default: [],
    help: 'Virtual functions that are not used for ports, by their PCI addresses, as DEVICE:ADDRESS;ADDRESS.',
  }),
})

const defaults = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine as the host of its network agents; its host name if unset.' }),
  base_mac: string({
    default: 'fa:16:3e:00:00:00',
    help: 'Base of generated MAC addresses: the first three octets are kept, and the fourth unless it is 00.',
  }),
  pagination_max_limit: integer({
    default: -1,
    min: -1,
    help: 'Maximum number of items that a list returns; -1 for unlimited.',
  }),
  max_dns_nameservers: integer({ default: 5, min: 0, help: 'Maximum number of DNS servers per subnet.' }),
  max_subnet_host_routes: integer({ default: 20, min: 0, help: 'Maximum number of host routes per subnet.' }),
  max_allowed_address_pair: integer({
    default: 10,
    min: 0,
    help: 'Maximum number of allowed address pairs per port.',
  }),
  dhcp_lease_duration: integer({
    default: 86_400,
    min: -1,
    help: 'Duration of a DHCP lease in seconds; -1 for an infinite lease.',
  }),
  dns_domain: string({ default: 'openstacklocal', help: 'DNS domain of the host names that DHCP assigns.' }),
  global_physnet_mtu: integer({
    default: 1500,
    min: 68,
    help: 'MTU of the underlying physical network, which limits the MTU of all networks.',
  }),
  agent_down_time: seconds({
    default: 75,
    help: 'Seconds without a report after which an agent is considered down.',
  }),
  max_routes: integer({ default: 30, min: 0, help: 'Maximum number of extra routes per router.' }),
  enable_snat_by_default: boolean({
    default: true,
    help: 'Whether source NAT (SNAT) is enabled by default on the external gateway of a router.',
  }),
  router_distributed: boolean({
    default: false,
    help: 'Whether routers are distributed by default, that is, run on every host with guests of their networks.',
  }),
  dvr_base_mac: string({
    default: 'fa:16:3f:00:00:00',
    help: 'Base of the MAC addresses from which hosts send packets of distributed routers, one per host; like base_mac.',
  }),
  agent_mode: choice(['legacy', 'dvr', 'dvr_snat'], {
    default: 'legacy',
    help:
      'Routers that an L3 agent runs: legacy only centralized ones; dvr only distributed ones; dvr_snat both, and the SNAT of ' +
      'distributed routers for guests without a floating IP.',
  }),
  l3_ha: boolean({
    default: false,
    help: 'Whether routers are highly available (HA) by default, that is, run by several hosts.',
  }),
  max_l3_agents_per_router: integer({
    default: 3,
    min: 0,
    help: 'Maximum number of hosts that run an HA router; 0 for all possible hosts.',
  }),
  l3_ha_net_cidr: string({
    default: '169.254.192.0/18',
    help: 'Subnet of the networks over which the hosts of an HA router exchange VRRP advertisements.',
  }),
  ha_vrrp_advert_int: integer({
    default: 2,
    min: 1,
    help: 'Seconds between two VRRP advertisements of the active host of an HA router; another host takes over when three are missing.',
  }),
  ha_vrrp_auth_type: choice(['AH', 'PASS'], {
    default: 'PASS',
    help: 'How VRRP advertisements are authenticated if ha_vrrp_auth_password is set.',
  }),
  ha_vrrp_auth_password: string({
    default: '',
    secret: true,
    help: 'Password for VRRP advertisements between the hosts of an HA router, of which eight characters count; if empty, they are not authenticated.',
  }),
  dhcp_agents_per_network: integer({
    default: 1,
    min: 1,
    help: 'Number of DHCP agents that serve each network.',
  }),
})

const agent = defineOptions('AGENT', {
  report_interval: seconds({ default: 30, help: 'Seconds between two reports of an agent.' }),
  availability_zone: string({ default: 'nova', help: 'Availability zone of the agents of this process.' }),
})

/** Options of the metadata proxy. */
const metadata = defineOptions('DEFAULT', {
  enable_metadata_proxy: boolean({
    default: true,
    help: 'Whether routers forward metadata requests of guests; requires metadata_proxy_shared_secret.',
  }),
  enable_isolated_metadata: boolean({
    default: false,
    help: 'Whether DHCP agents forward metadata requests of guests if no router does; requires metadata_proxy_shared_secret.',
  }),
  nova_metadata_host: string({
    default: '127.0.0.1',
    help: 'Host of the metadata API of Nova; empty if it runs in the same process.',
  }),
  nova_metadata_port: integer({ default: 8775, min: 1, help: 'Port of the metadata API of Nova.' }),
  nova_metadata_protocol: choice(['http', 'https'], {
    default: 'http',
    help: 'Protocol of the metadata API of Nova.',
  }),
  nova_metadata_insecure: boolean({
    default: false,
    help: 'Whether the certificate of the metadata API of Nova is accepted without verification.',
  }),
  auth_ca_cert: string({
    help: 'File of the CA certificates (PEM) that verify the metadata API of Nova; those of the system if unset.',
  }),
  nova_client_cert: string({ help: 'File of the client certificate (PEM) for the metadata API of Nova.' }),
  nova_client_priv_key: string({
    help: 'File of the private key (PEM) of nova_client_cert; looked for in that file if unset.',
  }),
  metadata_proxy_shared_secret: string({
    default: '',
    secret: true,
    help: 'Secret that signs the id of the server in forwarded metadata requests, the same as in nova.conf; without it, no metadata requests are answered.',
  }),
})

const ml2 = defineOptions('ml2', {
  project_network_types: list({
    default: ['vxlan'],
    help: 'Types of project networks, in order of preference: the first with a free segment is used.',
  }),
})

const vxlan = defineOptions('ml2_type_vxlan', {
  vni_ranges: list({
    default: ['1:65535'],
    help: 'Ranges of VXLAN network identifiers for project networks.',
  }),
})

const geneve = defineOptions('ml2_type_geneve', {
  vni_ranges: list({
    default: [],
    help: 'Ranges of Geneve network identifiers for project networks.',
  }),
  max_header_size: integer({
    default: 30,
    min: 30,
    help: 'Maximum size of a Geneve header in bytes, which the MTU of Geneve networks allows for.',
  }),
})

const vlan = defineOptions('ml2_type_vlan', {
  network_vlan_ranges: list({
    default: [],
    help: 'Physical networks with the ranges of VLAN IDs for project networks: physnet1:100:199.',
  }),
})

const flat = defineOptions('ml2_type_flat', {
  flat_networks: list({
    default: ['*'],
    help: 'Physical networks on which flat networks can be created; * for all.',
  }),
})

export const neutronOptions = [
  ...[
    defaults,
    quotaOptions,
    agent,
    linuxBridgeOptions,
    vxlanAgentOptions,
    offers,
    nicSwitch,
    metadata,
    ml2,
    vxlan,
    geneve,
    vlan,
    flat,
  ],
  ...notificationOptions('neutron'),
] as const

export type NeutronConfig = Config<(typeof neutronOptions)[number]>

/** The configuration without a configuration file. */
export const defaultNeutronConfig = (): NeutronConfig =>
  loadConfig({ files: [], env: {}, options: neutronOptions })

/** The host name of this machine's network service. */
export const hostOf = ({ DEFAULT }: NeutronConfig): string => DEFAULT.host ?? hostname()
