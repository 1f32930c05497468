import type { FixedIp, Subnet } from '@nimbo/clients/network'
import type { JsonObject } from '@nimbo/kernel/json'
import type { AddressedPort } from '../networks/server-port.ts'

/** `openstack/latest/network_data.json`: links (devices), networks (their addresses) and name servers. */
export const networkDataJson = (ports: readonly AddressedPort[]): JsonObject => {
  const resolvers = ports.flatMap(({ subnets }) => subnets.flatMap(({ dns_nameservers }) => dns_nameservers))
  return {
    links: ports.map(({ port, network }) => ({
      id: linkId(port.id),
      vif_id: port.id,
      type: 'phy',
      mtu: network.mtu,
      ethernet_mac_address: port.mac_address,
    })),
    networks: ports
      .flatMap((one) => one.port.fixed_ips.map((fixedIp) => ({ one, fixedIp })))
      .map(({ one, fixedIp }, index) => networkOf(one, fixedIp, index)),
    services: [...new Set(resolvers)].map((address) => ({ type: 'dns', address })),
  }
}

const linkId = (portId: string): string => `tap${portId.slice(0, 11)}`

const networkOf = (
  { port, network, subnets }: AddressedPort,
  fixedIp: FixedIp,
  index: number,
): JsonObject => {
  const subnet = subnets.find(({ id }) => id === fixedIp.subnet_id)
  const version = fixedIp.ip_address.includes(':') ? 6 : 4
  const common = { id: `network${index}`, link: linkId(port.id), network_id: network.id }
  if (subnet === undefined) return { ...common, type: `ipv${version}_dhcp` }
  if (version === 4 && subnet.enable_dhcp)
    return { ...common, type: 'ipv4_dhcp', ...staticPart(subnet, fixedIp) }
  return { ...common, type: `ipv${version}`, ...staticPart(subnet, fixedIp) }
}

/** The static addresses, which are present even if DHCP is on, for guests without a DHCP client. */
const staticPart = (subnet: Subnet, { ip_address }: FixedIp): JsonObject => {
  const prefix = Number(subnet.cidr.split('/')[1])
  const everywhere = subnet.ip_version === 6 ? ['::', '::'] : ['0.0.0.0', '0.0.0.0']
  return {
    ip_address,
    netmask: subnet.ip_version === 6 ? String(prefix) : netmaskOf(prefix),
    routes: [
      ...(subnet.gateway_ip === null
        ? []
        : [{ network: everywhere[0], netmask: everywhere[1], gateway: subnet.gateway_ip }]),
      ...subnet.host_routes.map(({ destination, nexthop }) => ({
        network: destination.split('/')[0],
        netmask:
          subnet.ip_version === 6 ? destination.split('/')[1] : netmaskOf(Number(destination.split('/')[1])),
        gateway: nexthop,
      })),
    ],
    services: subnet.dns_nameservers.map((address) => ({ type: 'dns', address })),
  }
}

/** The netmask of a prefix length: 24 gives 255.255.255.0. */
const netmaskOf = (prefix: number): string =>
  [0, 1, 2, 3].map((octet) => 256 - 2 ** (8 - Math.min(Math.max(prefix - octet * 8, 0), 8))).join('.')
