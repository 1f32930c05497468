import type { Network } from '@nimbo/contracts/network/network'
import type { PlainSegment } from '@nimbo/contracts/network/segment'
import type { PlainSubnet, Subnet, subnet } from '@nimbo/contracts/network/subnet'
import type { Change } from '@nimbo/resource/hooks'
import { standardValues } from '../../app/standard-values.ts'
import type { Inside } from '../../app/deps.ts'
import { segmentTaken } from '../network/choose-segment.ts'
import { networks } from '../network/networks.ts'
import { subnetsOf } from '../subnet/subnets.ts'
import { errors } from './errors.ts'
import { isFirstOf, segments, wireOf } from './segments.ts'

/** Creates the first segment of a new network. */
export const beginWithOne = async ({ deps, db }: Inside, network: Network): Promise<void> => {
  const [type, physicalNetwork, segmentationId] = [
    network['provider:network_type'],
    network['provider:physical_network'],
    network['provider:segmentation_id'],
  ]
  const row = {
    ...standardValues(deps.clock),
    ...{ network_id: network.id, name: '', description: '' },
    ...{ network_type: type, physical_network: physicalNetwork, segmentation_id: segmentationId },
  }
  if (!(await segments.insert(db, row, { wire: wireOf(row) })))
    throw segmentTaken({ type, physicalNetwork, segmentationId })
}

/** Sets `l2_adjacency`, which is false as soon as subnets of the network have segments. */
const noteAdjacency = async ({ db }: Inside, networkId: string): Promise<void> => {
  const routed = (await subnetsOf(db, networkId)).some(({ segment_id }) => segment_id !== null)
  await db
    .updateTable('networks')
    .set({ l2_adjacency: routed ? 0 : 1 })
    .where('id', '=', networkId)
    .execute()
}

/** Throws unless all subnets of a network have a segment, or none has. */
export const checkItsSegment = async (inside: Inside, made: Subnet): Promise<void> => {
  const { segment_id: id, network_id: networkId } = made
  const others = await subnetsOf(inside.db, networkId)
  if (others.some(({ segment_id }) => (segment_id === null) !== (id === null)))
    throw errors.SubnetsNotAllAssociatedWithSegments({ networkId })
  if (id === null) return
  const found = await segments.plain(inside.db, 'all', id)
  if (!found) throw errors.SegmentNotFound({ id })
  if (found.network_id !== networkId)
    throw errors.NetworkIdsDontMatch({
      subnetNetwork: networkId,
      segmentId: id,
      segmentNetwork: found.network_id,
    })
  await noteAdjacency(inside, networkId)
}

/** A subnet's segment cannot be changed once it is set. */
export const checkChangedSegment = async (
  inside: Inside,
  { before, after }: Change<typeof subnet>,
): Promise<void> => {
  if (before.segment_id === after.segment_id) return
  if (before.segment_id !== null) throw errors.SubnetSegmentAssociationChangeNotAllowed()
  await checkItsSegment(inside, after)
}

export const followLastSubnet = async (
  inside: Inside,
  { network_id: networkId, segment_id }: PlainSubnet,
): Promise<void> => {
  if (segment_id !== null) await noteAdjacency(inside, networkId)
}

/** Refuses to delete a segment with subnets, or a network's first segment. */
export const refuseWhileNeeded = async ({ db }: Inside, found: PlainSegment): Promise<void> => {
  const { id, network_id: networkId } = found
  const onIt = (await subnetsOf(db, networkId)).filter(({ segment_id }) => segment_id === id)
  if (onIt.length > 0)
    throw errors.SegmentInUse({
      id,
      reason: `The segment is still associated with subnet(s) ${onIt.map((each) => each.id).join(', ')}`,
    })
  const network = await networks.plain(db, 'all', networkId)
  if (network && isFirstOf(network, found))
    throw errors.SegmentInUse({ id, reason: `It is the segment of network ${networkId} itself` })
}
