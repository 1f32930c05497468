import type { PlainSubnet, Subnet } from '@nimbo/contracts/network/subnet'
import type { Inside } from '../../app/deps.ts'
import { addAutoAddresses } from '../../ipam/allocate-addresses.ts'
import { hasAddressOf, releaseAddress } from '../../ipam/fixed-ips.ts'
import { errors as subnetErrors } from '../subnet/errors.ts'
import { hasAutoAddresses } from '../subnet/auto-addresses.ts'
import { dhcpOwner } from './device-owners.ts'
import { ports } from './ports.ts'

/** Adds the SLAAC address of a new subnet to every port of its network. */
export const takeAutoAddresses = async ({ db }: Inside, subnet: Subnet): Promise<void> => {
  if (!hasAutoAddresses(subnet)) return
  const onNetwork = { network_id: [subnet.network_id] }
  await addAutoAddresses(db, subnet, await ports.list(db, 'all', onNetwork, { fields: ['fixed_ips'] }))
}

/**
 * Refuses to delete a subnet while ports have addresses on it. Addresses of DHCP ports and SLAAC addresses are removed
 * with it.
 */
export const giveUpAddressesUnlessUsed = async ({ db }: Inside, subnet: PlainSubnet): Promise<void> => {
  const { id } = subnet
  const holders = await ports.list(db, 'all', {}, { where: [hasAddressOf(id)], fields: ['fixed_ips'] })
  for (const port of holders) {
    if (port.device_owner !== dhcpOwner && !hasAutoAddresses(subnet)) throw subnetErrors.SubnetInUse({ id })
    for (const address of port.fixed_ips)
      if (address.subnet_id === id) await releaseAddress(db, port.id, address)
  }
}
