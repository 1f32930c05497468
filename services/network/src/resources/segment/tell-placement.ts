import type { PlainPort } from '@nimbo/contracts/network/port'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import type { Inside } from '../../app/deps.ts'

/** Has placement updated, after the commit, for a segment whose subnet changed. */
export const tellPlacementOfSubnet = async (
  { deps, afterwards }: Inside,
  { segment_id }: Pick<PlainSubnet, 'segment_id'>,
): Promise<void> => {
  if (segment_id !== null) afterwards(() => deps.routed.wake())
}

/** Has placement updated, after the commit, for a segment whose addresses are taken or released by a port. */
export const tellPlacementOfPort = async (
  { deps, afterwards }: Inside,
  { network_id: networkId }: Pick<PlainPort, 'network_id'>,
): Promise<void> => {
  afterwards(() => deps.routed.portsChanged(networkId))
}
