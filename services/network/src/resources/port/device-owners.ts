import type { Port } from '@nimbo/contracts/network/port'

/** Ports the service makes for itself; they go with their network. */
export const dhcpOwner = 'network:dhcp'

/** Ports by which routers are on networks, by which they lead outside, and those that hold floating addresses. */
export const routerInterfaceOwner = 'network:router_interface'
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
