import type { Port } from '@nimbo/contracts/network/port'

/** Ports that the service creates itself; they are deleted with their network. */
export const dhcpOwner = 'network:dhcp'

/** Ports of routers, and those that hold floating IPs. */
export const routerInterfaceOwner = 'network:router_interface'
/** Interfaces of a distributed router. */
export const routerDistributedOwner = 'network:router_interface_distributed'
export const routerInterfaceOwners: readonly string[] = [routerInterfaceOwner, routerDistributedOwner]
/** Ports of distributed routers: the SNAT interfaces, and a host's gateway port for floating IPs. */
export const routerCentralOwner = 'network:router_centralized_snat'
export const agentGatewayOwner = 'network:floatingip_agent_gateway'
export const routerGatewayOwner = 'network:router_gateway'
/** Ports of the VRRP network between the hosts of an HA router. */
export const routerHaOwner = 'network:router_ha_interface'
export const floatingIpOwner = 'network:floatingip'

/** Ports created to reserve the address of a local IP. */
export const localIpOwner = 'network:local_ip'

/** Whether a port belongs to a server. */
export const isServerPort = (port: Pick<Port, 'device_owner'>): boolean =>
  port.device_owner.startsWith('compute:')

/** Whether a port is part of the network itself, and so has no security groups. */
export const isNetworkDevice = (deviceOwner: string): boolean => deviceOwner.startsWith('network:')
