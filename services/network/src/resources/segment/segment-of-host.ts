import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { PlainSegment } from '@nimbo/contracts/network/segment'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { subnetsOf } from '../subnet/subnets.ts'
import type { Db } from '../../tables.ts'
import { errors } from './errors.ts'
import { onSegment, segmentsOf } from './segments.ts'

/** What L2 agents report about their host; the keys are physical networks. */
interface Reach {
  readonly interface_mappings?: Readonly<Record<string, unknown>>
  readonly bridge_mappings?: Readonly<Record<string, unknown>>
  /** The same for cards with virtual functions. */
  readonly device_mappings?: Readonly<Record<string, unknown>>
  readonly tunnel_types?: readonly string[]
}

/** Whether a host is connected to a segment. */
export const isOn = (
  { interface_mappings = {}, bridge_mappings = {}, device_mappings = {}, tunnel_types = [] }: Reach,
  { network_type: type, physical_network: physical }: Pick<PlainSegment, 'network_type' | 'physical_network'>,
): boolean => {
  if (type === 'local') return true
  if (type === 'vxlan' || type === 'geneve') return tunnel_types.includes(type)
  return (
    physical !== null &&
    [interface_mappings, bridge_mappings, device_mappings].some((mappings) => physical in mappings)
  )
}

const reachOf = async (db: Db, host: string): Promise<readonly Reach[]> => {
  const agents = await db.selectFrom('agents').select('configurations').where('host', '=', host).execute()
  return agents.map(({ configurations }): Reach => JSON.parse(configurations))
}

/** The segments of a network that have subnets and that a host is connected to. */
const segmentsAt = async (
  db: Db,
  networkId: string,
  host: string,
  subnets: readonly PlainSubnet[],
): Promise<PlainSegment[]> => {
  const named = new Set(subnets.map(({ segment_id }) => segment_id))
  const reach = await reachOf(db, host)
  return (await segmentsOf(db, networkId)).filter(
    (each) => named.has(each.id) && reach.some((one) => isOn(one, each)),
  )
}

/** The one segment of a routed network that a host is connected to. Throws unless there is exactly one. */
export const segmentOfHost = async (
  db: Db,
  networkId: string,
  host: string,
  subnets: readonly PlainSubnet[],
): Promise<PlainSegment> => {
  const [one, ...others] = await segmentsAt(db, networkId, host, subnets)
  if (!one) throw errors.HostNotConnectedToAnySegment({ host, networkId })
  if (others.length > 0) throw errors.HostConnectedToMultipleSegments({ host, networkId })
  return one
}

/** Networks as seen from a host: a routed one with the segment of the host. */
export const asOnHost = async (db: Db, network: PlainNetwork, host: string): Promise<PlainNetwork> => {
  if (network.l2_adjacency) return network
  const [one] = await segmentsAt(db, network.id, host, await subnetsOf(db, network.id))
  return one ? onSegment(network, one) : network
}
