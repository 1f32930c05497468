import type { Subnet } from '@nimbo/contracts/network/subnet'

/** Whether addresses of this subnet follow from a port's MAC instead of being picked from its pools. */
export const hasAutoAddresses = (subnet: Pick<Subnet, 'ip_version' | 'ipv6_address_mode'>): boolean =>
  subnet.ip_version === 6 &&
  (subnet.ipv6_address_mode === 'slaac' || subnet.ipv6_address_mode === 'dhcpv6-stateless')
