import type { PlainNetwork } from '@nimbo/contracts/network/network'
import { type PlainSegment, segment } from '@nimbo/contracts/network/segment'
import { repository } from '@nimbo/resource/rows/repository'
import { type SqlBool, sql } from 'kysely'
import { segmentKey } from '../network/segment.ts'
import type { Db } from '../../tables.ts'

/** Segments are visible to administrators only. */
export const segments = repository(segment, { visibleTo: () => sql<SqlBool>`1 = 0` })

export const segmentsOf = (db: Db, networkId: string): Promise<PlainSegment[]> =>
  segments.list(db, 'all', { network_id: [networkId] }, { fields: ['id'] })

/** A key that is equal for segments that would carry the same traffic. */
export const wireOf = ({ id, network_type, physical_network, segmentation_id }: PlainSegment): string =>
  segmentKey(id, {
    type: network_type,
    physicalNetwork: physical_network,
    segmentationId: segmentation_id,
  })

/** Whether this is the segment that the network was created with. */
export const isFirstOf = (network: PlainNetwork, one: PlainSegment): boolean =>
  network['provider:network_type'] === one.network_type &&
  network['provider:physical_network'] === one.physical_network &&
  network['provider:segmentation_id'] === one.segmentation_id

/** The network with the attributes of one of its segments. */
export const onSegment = (network: PlainNetwork, one: PlainSegment): PlainNetwork => ({
  ...network,
  'provider:network_type': one.network_type,
  'provider:physical_network': one.physical_network,
  'provider:segmentation_id': one.segmentation_id,
})
