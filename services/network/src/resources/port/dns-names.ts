import type { DnsAssignment, Port } from '@nimbo/contracts/network/port'

/** The DNS name of an address: the port's `dns_name`, or `host-<address>`, which is unique. */
const hostName = ({ dns_name: name }: Pick<Port, 'dns_name'>, address: string): string =>
  name === '' ? `host-${address.replaceAll(/[.:]+/g, '-')}` : name

/** The `dns_assignment` of a port. */
export const dnsAssignment =
  (domain: string) =>
  (port: Port): DnsAssignment[] =>
    port.fixed_ips.map(({ ip_address }) => {
      const hostname = hostName(port, ip_address)
      return { ip_address, hostname, fqdn: domain === '' ? hostname : `${hostname}.${domain}.` }
    })
