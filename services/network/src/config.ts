import { hostname } from 'node:os'
import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, integer, list, seconds, string } from '@nimbo/config/option-types'
import { notificationOptions } from '@nimbo/notifications/notification-options'

/** Options of the driver that wires ports. */
export const agentDriverOptions = defineOptions('AGENT', {
  agent_driver: choice(['linuxbridge', 'user', 'fake'], {
    default: 'linuxbridge',
    help:
      'What wires ports on a host: Linux bridges; user, where the hypervisor carries what guests send itself, without privileges and ' +
      'filters; or the fake one, which only pretends.',
  }),
})

/** Options about the physical networks that a host is connected to. */
export const linuxBridgeOptions = defineOptions('linux_bridge', {
  physical_interface_mappings: list({
    default: [],
    help: "The host's device for each physical network, for flat and VLAN networks: physnet1:eth1.",
  }),
})

/** Options of tunnels between hosts. */
export const vxlanAgentOptions = defineOptions('vxlan', {
  local_ip: string({
    help: 'Address of this host at which others reach it by VXLAN; unless set, tunnelled networks end at the host.',
  }),
})

/** Options about what a host offers to ports with a minimum bandwidth or packet rate. */
const offers = defineOptions('linux_bridge', {
  resource_provider_bandwidths: list({
    default: [],
    help:
      'Bandwidth in kbit/s that devices of physical networks offer to ports with a minimum, as DEVICE:EGRESS:INGRESS, either of which ' +
      'may be empty; rp_tunnelled is the device of all tunnelled networks.',
  }),
  resource_provider_packet_processing_without_direction: list({
    default: [],
    help: 'Thousands of packets per second that the host processes, both directions together, as HYPERVISOR:RATE; the hypervisor may be empty.',
  }),
  resource_provider_packet_processing_with_direction: list({
    default: [],
    help: 'The same for each direction, as HYPERVISOR:EGRESS:INGRESS.',
  }),
  resource_provider_hypervisors: list({
    default: [],
    help: 'Name of the resource provider of the hypervisor that uses a device, where it is another than the default, as DEVICE:HYPERVISOR.',
  }),
  resource_provider_default_hypervisor: string({
    help: "Name of the hypervisor's resource provider in placement; the name of the agent's host unless set.",
  }),
  resource_provider_inventory_defaults: list({
    default: ['allocation_ratio:1.0', 'min_unit:1', 'step_size:1', 'reserved:0'],
    help: 'Properties of the inventories of bandwidth in placement, as NAME:VALUE.',
  }),
  resource_provider_packet_processing_inventory_defaults: list({
    default: ['allocation_ratio:1.0', 'min_unit:1', 'step_size:1', 'reserved:0'],
    help: 'Properties of the inventories of packet rates in placement, as NAME:VALUE.',
  }),
})

/** Options about network cards whose virtual functions are ports. */
const nicSwitch = defineOptions('sriov_nic', {
  physical_device_mappings: list({
    default: [],
    help: "The host's cards with virtual functions for each physical network, of which there may be several: physnet2:ens1f0.",
  }),
  exclude_devices: list({
    default: [],
    help: 'Virtual functions that ports do not get set, by their PCI addresses, as DEVICE:ADDRESS;ADDRESS.',
  }),
})

const defaults = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine among the network agents; its host name unless set.' }),
  base_mac: string({ default: 'fa:16:3e:00:00:00', help: 'First octets of generated MAC addresses.' }),
  pagination_max_limit: integer({
    default: -1,
    min: -1,
    help: 'Most items a list returns; -1 for any number.',
  }),
  max_dns_nameservers: integer({ default: 5, min: 0, help: 'DNS servers a subnet may name.' }),
  max_subnet_host_routes: integer({ default: 20, min: 0, help: 'Host routes a subnet may have.' }),
  max_allowed_address_pair: integer({ default: 10, min: 0, help: 'Address pairs a port may have.' }),
  dhcp_lease_duration: integer({
    default: 86_400,
    min: -1,
    help: 'Seconds a DHCP lease lasts; -1 for ever.',
  }),
  dns_domain: string({ default: 'openstacklocal', help: 'Domain of the host names DHCP hands out.' }),
  global_physnet_mtu: integer({
    default: 1500,
    min: 68,
    help: 'MTU of the physical network below all others.',
  }),
  agent_down_time: seconds({ default: 75, help: 'Seconds without a report until an agent counts as down.' }),
  max_routes: integer({ default: 30, min: 0, help: 'Extra routes a router may have.' }),
  enable_snat_by_default: boolean({
    default: true,
    help: 'Whether the gateway of a router hides the addresses behind it unless it is said otherwise.',
  }),
  router_distributed: boolean({
    default: false,
    help: 'Whether routers are on every host that has guests of their networks unless it is said otherwise.',
  }),
  dvr_base_mac: string({
    default: 'fa:16:3f:00:00:00',
    help: 'First octets of the MAC addresses under which such routers leave their hosts, one a host.',
  }),
  agent_mode: choice(['legacy', 'dvr', 'dvr_snat'], {
    default: 'legacy',
    help:
      'Routers an agent runs: those of one host; with dvr those alone that are on all hosts of their networks; with dvr_snat both, ' +
      'and here guests of the latter leave that have no floating address.',
  }),
  l3_ha: boolean({
    default: false,
    help: 'Whether routers are run by several hosts unless it is said otherwise.',
  }),
  max_l3_agents_per_router: integer({
    default: 3,
    min: 0,
    help: 'Hosts that run a router together; 0 for all that can.',
  }),
  l3_ha_net_cidr: string({
    default: '169.254.192.0/18',
    help: 'Addresses by which hosts that run a router together hear of each other.',
  }),
  ha_vrrp_advert_int: integer({
    default: 2,
    min: 1,
    help: 'Seconds between two signs of life of the host that a router is crossed on; another takes over after three.',
  }),
  ha_vrrp_auth_type: choice(['AH', 'PASS'], {
    default: 'PASS',
    help: 'How these are authenticated where there is a password.',
  }),
  ha_vrrp_auth_password: string({
    default: '',
    secret: true,
    help: 'Password by which hosts that run a router together know each other; at most eight characters count.',
  }),
  dhcp_agents_per_network: integer({ default: 1, min: 1, help: 'Hosts that serve DHCP on each network.' }),
})

const quotas = defineOptions('QUOTAS', {
  quota_driver: choice(
    ['neutron.db.quota.driver_nolock.DbQuotaNoLockDriver', 'neutron.quota.UnifiedLimitsDriver'],
    {
      default: 'neutron.db.quota.driver_nolock.DbQuotaNoLockDriver',
      help: 'Whether limits are kept here, or in identity for all services under the same names (network, port and so on); what nobody registers there is as the other options say.',
    },
  ),
  default_quota: integer({
    default: -1,
    min: -1,
    help: 'How many a project may have of a kind that has no option of its own; -1 for any number.',
  }),
  quota_network: integer({ default: 100, min: -1, help: 'Networks a project may have; -1 for any number.' }),
  quota_subnet: integer({ default: 100, min: -1, help: 'Subnets a project may have; -1 for any number.' }),
  quota_port: integer({ default: 500, min: -1, help: 'Ports a project may have; -1 for any number.' }),
  quota_rbac_policy: integer({ default: 10, min: -1, help: 'RBAC policies a project may have.' }),
  quota_security_group: integer({ default: 10, min: -1, help: 'Security groups a project may have.' }),
  quota_security_group_rule: integer({
    default: 100,
    min: -1,
    help: 'Security group rules a project may have.',
  }),
  quota_router: integer({ default: 10, min: -1, help: 'Routers a project may have; -1 for any number.' }),
  quota_floatingip: integer({
    default: 50,
    min: -1,
    help: 'Floating IPs a project may have; -1 for any number.',
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
    help: 'Whether routers answer guests that ask for metadata, once there is a shared secret.',
  }),
  enable_isolated_metadata: boolean({
    default: false,
    help: 'Whether who serves DHCP answers guests that ask for metadata where no router does.',
  }),
  nova_metadata_host: string({
    default: '127.0.0.1',
    help: 'Where the metadata API of nova is; empty where it is in the same process.',
  }),
  nova_metadata_port: integer({ default: 8775, min: 1, help: 'The port of the metadata API of nova.' }),
  nova_metadata_protocol: choice(['http', 'https'], {
    default: 'http',
    help: 'How the metadata API of nova is spoken to.',
  }),
  nova_metadata_insecure: boolean({
    default: false,
    help: 'Whether any certificate of the metadata API of nova will do.',
  }),
  auth_ca_cert: string({
    help: 'Authorities by which the metadata API of nova is trusted (PEM); those of the system unless given.',
  }),
  nova_client_cert: string({ help: 'A certificate that the metadata API of nova is shown (PEM).' }),
  nova_client_priv_key: string({ help: 'Its private key (PEM).' }),
  metadata_proxy_shared_secret: string({
    default: '',
    secret: true,
    help: 'Secret by which it is signed which server asks, the same as in the configuration of nova; without one nobody is answered.',
  }),
})

const ml2 = defineOptions('ml2', {
  project_network_types: list({
    default: ['vxlan'],
    help: 'Types a network of a project may get, the first with a free segment being taken.',
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
  max_header_size: integer({ default: 30, min: 30, help: 'Bytes of a Geneve header that MTUs reckon with.' }),
})

const vlan = defineOptions('ml2_type_vlan', {
  network_vlan_ranges: list({
    default: [],
    help: 'Physical networks, each with a range of VLANs for project networks: physnet1:100:199.',
  }),
})

const flat = defineOptions('ml2_type_flat', {
  flat_networks: list({ default: ['*'], help: 'Physical networks usable as flat ones; * for all.' }),
})

export const neutronOptions = [
  ...[
    defaults,
    quotas,
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
