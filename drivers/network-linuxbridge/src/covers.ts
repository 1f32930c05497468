import ipaddr from 'ipaddr.js'

/** Whether an address is of a network; versions never mix. */
export const covers = (cidr: string, address: string): boolean => {
  const [network, length] = ipaddr.parseCIDR(cidr)
  const parsed = ipaddr.parse(address)
  return parsed.kind() === network.kind() && parsed.match(network, length)
}
