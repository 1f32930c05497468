import type { DhcpNetwork } from '@nimbo/contracts/network/agent-rpc'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { routerInterfaceOwners } from '../../resources/port/device-owners.ts'
import type { DhcpClient } from '../ports-of-hosts.ts'

/** The subnets of a network whose gateway is not a Neutron router: there the DHCP server routes metadata requests. */
export const isolatedParts = (
  subnets: readonly PlainSubnet[],
  ports: readonly DhcpClient[],
): Pick<DhcpNetwork, 'isolated'> => {
  const ofRouters = ports.filter(({ device_owner }) => routerInterfaceOwners.includes(device_owner))
  const gateways = new Set(
    ofRouters.flatMap(({ fixed_ips }) => fixed_ips.map(({ ip_address }) => ip_address)),
  )
  const isolated = subnets.filter(({ gateway_ip }) => gateway_ip === null || !gateways.has(gateway_ip))
  if (isolated.length === 0) return {}
  return { isolated: { subnetIds: isolated.map(({ id }) => id), linkLocal: ofRouters.length === 0 } }
}
