import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { timestamp } from '@nimbo/kernel/clock'
import type { Inside } from '../../app/deps.ts'
import { networks } from '../network/networks.ts'
import { tellPlacementOfSubnet } from '../segment/tell-placement.ts'
import { subnets, subnetsOf } from './subnets.ts'

/** Deletes the subnets of a deleted network, and has placement updated, because schedulers cannot use their segments any more. */
export const removeItsSubnets = async (inside: Inside, { id }: PlainNetwork): Promise<void> => {
  for (const subnet of await subnetsOf(inside.db, id)) {
    await subnets.delete(inside.db, subnet.id)
    await tellPlacementOfSubnet(inside, subnet)
  }
}

/** A change of a subnet counts as a change of its network. */
export const changeItsNetwork = async ({ deps, db }: Inside, subnet: PlainSubnet): Promise<void> => {
  await networks.update(db, subnet.network_id, {}, timestamp(deps.clock))
}
