import type { DhcpNetwork } from '@nimbo/network/driver/network-agent-driver'

interface Lease {
  /** Undefined for DHCPv6, whose clients are known by another id. */
  readonly mac: string | undefined
  readonly address: string
}

/** A line of dnsmasq's lease file: `expiry mac address name client`, or after the server's `duid` `expiry iaid address …`. */
const leaseIn = (line: string): Lease | undefined => {
  const [expiry = '', client = '', address] = line.split(' ')
  if (address === undefined || !/^\d+$/.test(expiry)) return undefined
  return { mac: address.includes(':') ? undefined : client.toLowerCase(), address }
}

/** The addresses that a lease file says are leased. */
export const leasedAddresses = (text: string): string[] =>
  text.split('\n').flatMap((line) => leaseIn(line)?.address ?? [])

/**
 * The lease file without leases of ports that are gone or have other addresses now; undefined when it contains no such lease.
 * Until such a lease ends, dnsmasq would refuse its address to the port that has the address next.
 */
export const withoutForeignLeases = (
  text: string,
  { hosts }: Pick<DhcpNetwork, 'hosts'>,
): string | undefined => {
  const clients = new Set(hosts.flatMap(({ mac, addresses }) => addresses.map((each) => `${mac} ${each}`)))
  const addresses = new Set(hosts.flatMap((host) => host.addresses))
  const isOwed = (line: string): boolean => {
    const lease = leaseIn(line)
    if (lease === undefined) return true
    const { mac, address } = lease
    return mac === undefined ? addresses.has(address) : clients.has(`${mac} ${address}`)
  }
  const lines = text.split('\n')
  const kept = lines.filter(isOwed)
  return kept.length === lines.length ? undefined : kept.join('\n')
}
