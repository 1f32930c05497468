import type { Subnet } from '@nimbo/contracts/network/subnet'

/** Whether a port's address on this subnet is derived from its MAC (SLAAC) instead of picked from a pool. */
export const hasAutoAddresses = (subnet: Pick<Subnet, 'ip_version' | 'ipv6_address_mode'>): boolean =>
  subnet.ip_version === 6 &&
  (subnet.ipv6_address_mode === 'slaac' || subnet.ipv6_address_mode === 'dhcpv6-stateless')
