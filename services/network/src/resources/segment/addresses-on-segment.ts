import type { PlainNetwork } from '@nimbo/contracts/network/network'
import type { FixedIp, FixedIpRequest, Port } from '@nimbo/contracts/network/port'
import type { Inside } from '../../app/deps.ts'
import { type Addressee, allocateAddresses } from '../../ipam/allocate-addresses.ts'
import { subnetsOf } from '../subnet/subnets.ts'
import type { Db } from '../../tables.ts'
import { errors } from './errors.ts'
import { segmentOfHost } from './segment-of-host.ts'

type Requests = readonly FixedIpRequest[] | undefined

interface OnHost extends Addressee {
  readonly 'binding:host_id': string
}

/**
 * The `ip_allocation` of a new port: `deferred` on a routed network without a host yet, since the addresses depend on the host.
 */
export const allocationOf = (
  { l2_adjacency: adjacent }: PlainNetwork,
  host: string,
  requests: Requests,
): Port['ip_allocation'] => {
  if (requests?.length === 0) return 'none'
  return adjacent || requests !== undefined || host !== '' ? 'immediate' : 'deferred'
}

/** Throws when a port's addresses are not on the segment of its host. */
export const checkFits = async (
  db: Db,
  { id: networkId, l2_adjacency: adjacent }: PlainNetwork,
  { id: portId, fixed_ips }: Pick<Port, 'id' | 'fixed_ips'>,
  host: string,
): Promise<void> => {
  if (adjacent || host === '' || fixed_ips.length === 0) return
  const subnets = await subnetsOf(db, networkId)
  const { id } = await segmentOfHost(db, networkId, host, subnets)
  const there = new Set(subnets.filter(({ segment_id }) => segment_id === id).map((subnet) => subnet.id))
  if (!fixed_ips.every(({ subnet_id }) => there.has(subnet_id)))
    throw errors.HostNotCompatibleWithFixedIps({ host, portId })
}

/** Allocates addresses for a port; on a routed network, from the segment of its host. */
export const allocateForHost = async (
  { deps, db }: Inside,
  network: PlainNetwork,
  port: OnHost,
  requests: Requests,
): Promise<readonly FixedIp[]> => {
  const { 'binding:host_id': host } = port
  if (network.l2_adjacency) return allocateAddresses(db, port, requests, deps.random)
  if (requests !== undefined) {
    const fixed_ips = await allocateAddresses(db, port, requests, deps.random)
    await checkFits(db, network, { id: port.id, fixed_ips }, host)
    return fixed_ips
  }
  if (host === '') return []
  const { id } = await segmentOfHost(db, network.id, host, await subnetsOf(db, network.id))
  return allocateAddresses(db, port, undefined, deps.random, ({ segment_id }) => segment_id === id)
}
