import type { FixedIpRequest } from '@nimbo/contracts/network/port'
import type { PlainPort } from '@nimbo/contracts/network/port'
import { isFault } from '@nimbo/kernel/errors'
import type { Inside } from '../../app/deps.ts'
import { allocateAddresses } from '../../ipam/allocate-addresses.ts'
import { errors as ipamErrors } from '../../ipam/errors.ts'
import { errors as networkErrors } from '../network/errors.ts'
import { networks } from '../network/networks.ts'
import { floatingIpOwner } from '../port/device-owners.ts'
import { insertPort } from '../port/insert-port.ts'
import { ownPort } from '../port/own-port.ts'
import { subnetsOf } from '../subnet/subnets.ts'
import { badFloatingIp } from './errors.ts'

/** The requested address, its subnet, or neither. */
interface Wish {
  readonly networkId: string
  readonly address: string | undefined
  readonly subnetId: string | null | undefined
}

/** The allocations to try for a request, in order. */
const requestsFor = async (
  { db }: Inside,
  { networkId, address, subnetId }: Wish,
): Promise<FixedIpRequest[]> => {
  if (address !== undefined) return [{ ip_address: address, ...(subnetId ? { subnet_id: subnetId } : {}) }]
  if (subnetId) return [{ subnet_id: subnetId }]
  const ofIpv4 = (await subnetsOf(db, networkId)).filter(({ ip_version }) => ip_version === 4)
  if (ofIpv4.length === 0) throw badFloatingIp(`Network ${networkId} does not contain any IPv4 subnet`)
  return ofIpv4.map(({ id }) => ({ subnet_id: id }))
}

/** Creates the port that holds a floating IP's address; returns the port and the address. */
export const takeAddress = async (
  inside: Inside,
  id: string,
  wish: Wish,
): Promise<{ readonly port: PlainPort; readonly address: string }> => {
  const { deps, ctx, db } = inside
  const network = await networks.plain(db, deps.callers.scopeOf(ctx), wish.networkId)
  if (!network) throw networkErrors.NetworkNotFound({ id: wish.networkId })
  if (!network['router:external'])
    throw badFloatingIp(`Network ${wish.networkId} is not a valid external network`)
  const requests = await requestsFor(inside, wish)
  const port = await insertPort(inside, () =>
    ownPort({
      network_id: network.id,
      project_id: '',
      device_id: id,
      device_owner: floatingIpOwner,
      status: 'N/A',
      'binding:host_id': '',
    }),
  )
  for (const request of requests) {
    try {
      const [taken] = await allocateAddresses(db, port, [request], deps.random)
      if (taken) return { port, address: taken.ip_address }
    } catch (error) {
      if (!isFault(error, 'IpAddressGenerationFailure')) throw error
    }
  }
  throw ipamErrors.IpAddressGenerationFailure({ networkId: network.id })
}
