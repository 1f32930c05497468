import type { DnsAssignment, Port } from '@nimbo/contracts/network/port'

/** The name DHCP gives an address: the port's, or one that follows from the address, which is always unique. */
const hostName = ({ dns_name: name }: Pick<Port, 'dns_name'>, address: string): string =>
  name === '' ? `host-${address.replaceAll(/[.:]+/g, '-')}` : name

/** The names of a port's addresses in the domain of the cloud. */
export const dnsAssignment =
  (domain: string) =>
  (port: Port): DnsAssignment[] =>
    port.fixed_ips.map(({ ip_address }) => {
      const hostname = hostName(port, ip_address)
      return { ip_address, hostname, fqdn: domain === '' ? hostname : `${hostname}.${domain}.` }
    })
