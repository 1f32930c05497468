import ipaddr from 'ipaddr.js'

/** Whether the address lies in the CIDR. An IPv4 address never lies in an IPv6 CIDR, nor the other way round. */
export const covers = (cidr: string, address: string): boolean => {
  const [network, length] = ipaddr.parseCIDR(cidr)
  const parsed = ipaddr.parse(address)
  return parsed.kind() === network.kind() && parsed.match(network, length)
}
