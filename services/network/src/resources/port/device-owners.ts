import type { Port } from '@nimbo/contracts/network/port'

/** Ports the service makes for itself; they go with their network. */
export const dhcpOwner = 'network:dhcp'

/** Ports by which routers are on networks, by which they lead outside, and those that hold floating addresses. */
export const routerInterfaceOwner = 'network:router_interface'
/** The same of a router that is on all hosts of its networks. */
export const routerDistributedOwner = 'network:router_interface_distributed'
export const routerInterfaceOwners: readonly string[] = [routerInterfaceOwner, routerDistributedOwner]
/** By which those leave such a router who have no floating address, and what holds floating addresses of others on a host. */
export const routerCentralOwner = 'network:router_centralized_snat'
export const agentGatewayOwner = 'network:floatingip_agent_gateway'
export const routerGatewayOwner = 'network:router_gateway'
/** Ports by which hosts that run a router together hear of each other. */
export const routerHaOwner = 'network:router_ha_interface'
export const floatingIpOwner = 'network:floatingip'

/** Ports that were made to hold an address of their host. */
export const localIpOwner = 'network:local_ip'

/** Whether a port is a server's interface. */
export const isServerPort = (port: Pick<Port, 'device_owner'>): boolean =>
  port.device_owner.startsWith('compute:')

/** Whether a port is part of the network itself, and so has no security groups. */
export const isNetworkDevice = (deviceOwner: string): boolean => deviceOwner.startsWith('network:')
