import type { PlainSubnet, Subnet } from '@nimbo/contracts/network/subnet'
import type { Inside } from '../../app/deps.ts'
import { addAutoAddresses } from '../../ipam/allocate-addresses.ts'
import { hasAddressOf, releaseAddress } from '../../ipam/fixed-ips.ts'
import { errors as subnetErrors } from '../subnet/errors.ts'
import { hasAutoAddresses } from '../subnet/auto-addresses.ts'
import { dhcpOwner } from './device-owners.ts'
import { ports } from './ports.ts'

/** Gives every port of a network the address it makes for itself on a new subnet that works so. */
export const takeAutoAddresses = async ({ db }: Inside, subnet: Subnet): Promise<void> => {
  if (!hasAutoAddresses(subnet)) return
  const onNetwork = { network_id: [subnet.network_id] }
  await addAutoAddresses(db, subnet, await ports.list(db, 'all', onNetwork, { fields: ['fixed_ips'] }))
}

/**
 * Refuses to delete a subnet while ports have addresses of it; but those that the service gave to its own ports, and those
 * that ports made for themselves, go with it.
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
