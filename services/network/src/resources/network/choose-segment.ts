import { type NetworkType, networkTypes } from '@nimbo/contracts/network/network'
import type { RangedType } from '@nimbo/contracts/network/network-segment-range'
import type { NeutronConfig } from '../../config.ts'
import { errors as general } from '../../errors.ts'
import { errors } from './errors.ts'
import { takenSegments } from './networks.ts'
import { rangesFor } from '../network-segment-range/segment-ranges.ts'
import { type IdRange, parseVlanRanges, type Segment } from './segment.ts'
import type { Db } from '../../tables.ts'

const firstFree = async (
  db: Db,
  type: NetworkType,
  physicalNetwork: string | null,
  { first, last }: IdRange,
): Promise<number | undefined> => {
  const taken = await takenSegments(db, type, physicalNetwork, first, last)
  let candidate = first
  for (const id of taken) {
    if (id > candidate) break
    candidate = id + 1
  }
  return candidate <= last ? candidate : undefined
}

/** The project, and the physical network if one is required. */
interface Wanted {
  readonly projectId: string
  readonly physical: string | null
}

const inRanges = async (
  db: Db,
  type: RangedType,
  { projectId, physical }: Wanted,
): Promise<Segment | undefined> => {
  for (const { physical_network: wire, minimum, maximum } of await rangesFor(db, type, projectId)) {
    const physicalNetwork = wire === '' ? null : wire
    if (physical !== null && physical !== physicalNetwork) continue
    const segmentationId = await firstFree(db, type, physicalNetwork, { first: minimum, last: maximum })
    if (segmentationId !== undefined) return { type, physicalNetwork, segmentationId }
  }
  return undefined
}

const ofType = async (db: Db, type: NetworkType, wanted: Wanted): Promise<Segment | undefined> => {
  const { physical } = wanted
  switch (type) {
    case 'local':
      return { type, physicalNetwork: null, segmentationId: null }
    case 'flat':
      return physical === null ? undefined : { type, physicalNetwork: physical, segmentationId: null }
    case 'vlan':
    case 'vxlan':
    case 'geneve':
      return inRanges(db, type, wanted)
  }
}

/** Provider attributes that an administrator may request. */
export interface AskedSegment {
  readonly 'provider:network_type'?: NetworkType
  readonly 'provider:physical_network'?: string | null
  readonly 'provider:segmentation_id'?: number | null
  readonly project_id: string
}

const projectTypes = ({ ml2 }: NeutronConfig): readonly NetworkType[] =>
  ml2.project_network_types.flatMap((name) => networkTypes.find((type) => type === name) ?? [])

/** The segment an administrator requested, or the next free one of the `tenant_network_types`. */
export const chooseSegment = async (db: Db, config: NeutronConfig, asked: AskedSegment): Promise<Segment> => {
  const type = asked['provider:network_type']
  const physicalNetwork = asked['provider:physical_network'] ?? null
  const segmentationId = asked['provider:segmentation_id'] ?? null
  if (type === undefined) {
    if (physicalNetwork !== null || segmentationId !== null)
      throw general.InvalidInput({ reason: 'network_type required' })
    for (const candidate of projectTypes(config)) {
      const segment = await ofType(db, candidate, { projectId: asked.project_id, physical: null })
      if (segment) return segment
    }
    throw errors.NoNetworkAvailable()
  }
  checkSegment({ type, physicalNetwork, segmentationId }, config)
  if (segmentationId !== null) return { type, physicalNetwork, segmentationId }
  const segment = await ofType(db, type, { projectId: asked.project_id, physical: physicalNetwork })
  if (!segment) throw errors.NoNetworkAvailable()
  return segment
}

/** Throws unless the network type has such segments, on a physical network that is configured. */
export const checkSegment = (
  { type, physicalNetwork, segmentationId }: Segment,
  config: NeutronConfig,
): void => {
  const invalid = (reason: string) => general.InvalidInput({ reason })
  const hasPhysical = type === 'flat' || type === 'vlan'
  if (!hasPhysical && physicalNetwork !== null)
    throw invalid(`provider:physical_network specified for ${type} network`)
  if (type === 'flat' && physicalNetwork === null)
    throw invalid('physical_network required for flat provider network')
  if (type === 'vlan' && segmentationId !== null && physicalNetwork === null)
    throw invalid('physical_network required for VLAN provider network')
  if ((type === 'flat' || type === 'local') && segmentationId !== null)
    throw invalid(`segmentation_id prohibited for ${type} provider network`)
  if (type === 'vlan' && segmentationId !== null && segmentationId > 4094)
    throw invalid(`segmentation_id out of range (1 through 4094)`)
  if (physicalNetwork !== null && !isKnown(type, physicalNetwork, config))
    throw invalid(
      `physical_network '${physicalNetwork}' unknown for ${type === 'vlan' ? 'VLAN' : type} provider network`,
    )
}

/** Whether the physical network is configured for this network type. */
const isKnown = (type: NetworkType, name: string, config: NeutronConfig): boolean => {
  const { flat_networks: flat } = config.ml2_type_flat
  if (type === 'flat') return flat.includes('*') || flat.includes(name)
  return parseVlanRanges(config.ml2_type_vlan.network_vlan_ranges).has(name)
}

/** The error for a segment that another network uses. */
export const segmentTaken = (segment: Segment) => {
  const network = segment.physicalNetwork ?? ''
  switch (segment.type) {
    case 'flat':
      return errors.FlatNetworkInUse({ network })
    case 'vlan':
      return errors.VlanIdInUse({ vlanId: segment.segmentationId ?? 0, network })
    default:
      return errors.TunnelIdInUse({ tunnelId: segment.segmentationId ?? 0 })
  }
}
