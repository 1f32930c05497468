import type { FixedIp, FixedIpRequest, Port } from '@nimbo/contracts/network/port'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { cidrOf, contains, numberOf } from '@nimbo/ip/ip'
import { errors as general } from '../errors.ts'
import { dhcpOwner } from '../resources/port/device-owners.ts'
import { hasAutoAddresses } from '../resources/subnet/auto-addresses.ts'
import { errors as subnetErrors } from '../resources/subnet/errors.ts'
import { subnets as allSubnets, subnetsOf } from '../resources/subnet/subnets.ts'
import { firstFreeAddress, type RandomNumber, randomAddress } from './choose-address.ts'
import { errors } from './errors.ts'
import { eui64Address } from './eui64.ts'
import { releaseAddress, takeAddress, takenAddresses } from './fixed-ips.ts'
import type { Db } from '../tables.ts'

/** The port an address is for. */
export type Addressee = Pick<Port, 'id' | 'network_id' | 'mac_address' | 'device_owner'>

const randomAttempts = 8

/**
 * Takes a free address of a subnet: a few random attempts first, so that concurrent requests rarely collide, then the
 * lowest free one. DHCP ports and the like get the lowest at once. Undefined when the subnet is full.
 */
const takeAny = async (
  db: Db,
  port: Addressee,
  subnet: PlainSubnet,
  position: number,
  random: RandomNumber,
): Promise<FixedIp | undefined> => {
  const take = async (ip: string): Promise<FixedIp | undefined> => {
    const address = { subnet_id: subnet.id, ip_address: ip }
    return (await takeAddress(db, port, address, position)) ? address : undefined
  }
  const attempts = port.device_owner === dhcpOwner ? 0 : randomAttempts
  for (let attempt = 0; attempt < attempts; attempt++) {
    const candidate = randomAddress(subnet.allocation_pools, subnet.ip_version, random)
    if (candidate === undefined) return undefined
    const taken = await take(candidate)
    if (taken) return taken
  }
  for (;;) {
    const taken = await takenAddresses(db, subnet.id)
    const candidate = firstFreeAddress(subnet.allocation_pools, subnet.ip_version, taken)
    if (candidate === undefined) return undefined
    const address = await take(candidate)
    if (address) return address
  }
}

const takeExactly = async (db: Db, port: Addressee, address: FixedIp, position: number): Promise<FixedIp> => {
  if (await takeAddress(db, port, address, position)) return address
  throw errors.IpAddressAlreadyAllocated({ subnetId: address.subnet_id, ip: address.ip_address })
}

const autoAddress = (subnet: PlainSubnet, port: Addressee): FixedIp => ({
  subnet_id: subnet.id,
  ip_address: eui64Address(subnet.cidr, port.mac_address),
})

/** The subnet of a requested fixed IP. Throws if none of the network's subnets fits. */
const subnetFor = async (
  db: Db,
  request: FixedIpRequest,
  subnets: readonly PlainSubnet[],
  networkId: string,
): Promise<PlainSubnet> => {
  const { subnet_id: subnetId, ip_address: ip } = request
  if (subnetId === undefined && ip === undefined)
    throw general.InvalidInput({ reason: 'IP allocation requires subnet_id or ip_address' })
  if (subnetId === undefined) {
    const containing = subnets.find((subnet) => ip !== undefined && isUsable(subnet, ip))
    if (!containing) throw errors.InvalidIpForNetwork({ ip: ip ?? '' })
    return containing
  }
  const named = subnets.find(({ id }) => id === subnetId)
  if (!named && !(await allSubnets.plain(db, 'all', subnetId)))
    throw subnetErrors.SubnetNotFound({ id: subnetId })
  if (!named)
    throw general.InvalidInput({
      reason: `Failed to create port on network ${networkId}, because fixed_ips included invalid subnet ${subnetId}`,
    })
  if (ip !== undefined && !isUsable(named, ip)) throw errors.InvalidIpForSubnet({ ip })
  return named
}

const isUsable = ({ cidr: text }: PlainSubnet, ip: string): boolean => {
  const cidr = cidrOf(text)
  if (!contains(cidr, ip)) return false
  const free = (cidr.version === 4 ? 32 : 128) - cidr.prefixLength
  const isEdge = cidr.version === 4 && [cidr.first, cidr.last].includes(numberOf(ip))
  return free <= 1 || !isEdge
}

const takeRequested = async (
  db: Db,
  port: Addressee,
  subnets: readonly PlainSubnet[],
  request: FixedIpRequest,
  position: number,
  random: RandomNumber,
): Promise<FixedIp> => {
  const subnet = await subnetFor(db, request, subnets, port.network_id)
  const ip = request.ip_address
  if (hasAutoAddresses(subnet)) {
    const address = autoAddress(subnet, port)
    if (ip !== undefined && ip !== address.ip_address)
      throw general.InvalidInput({
        reason:
          `IPv6 address ${ip} can not be directly assigned to a port on subnet ${subnet.id} ` +
          'since the subnet is configured for automatic addresses',
      })
    return takeExactly(db, port, address, position)
  }
  if (ip !== undefined) return takeExactly(db, port, { subnet_id: subnet.id, ip_address: ip }, position)
  const taken = await takeAny(db, port, subnet, position, random)
  if (!taken) throw errors.IpAddressGenerationFailure({ networkId: port.network_id })
  return taken
}

/** Default allocation: one address per IP version, and one on each subnet with SLAAC. */
const takeUsual = async (
  db: Db,
  port: Addressee,
  subnets: readonly PlainSubnet[],
  random: RandomNumber,
): Promise<FixedIp[]> => {
  const addresses: FixedIp[] = []
  for (const version of [4, 6]) {
    const candidates = subnets.filter(
      (subnet) => subnet.ip_version === version && !hasAutoAddresses(subnet) && servesOwner(subnet, port),
    )
    let taken: FixedIp | undefined
    for (const subnet of candidates) taken ??= await takeAny(db, port, subnet, addresses.length, random)
    if (taken) addresses.push(taken)
    else if (candidates.length > 0) throw errors.IpAddressGenerationFailure({ networkId: port.network_id })
  }
  for (const subnet of subnets.filter(hasAutoAddresses))
    addresses.push(await takeExactly(db, port, autoAddress(subnet, port), addresses.length))
  return addresses
}

const servesOwner = ({ service_types }: PlainSubnet, { device_owner }: Addressee): boolean =>
  service_types.length === 0 || service_types.some((prefix) => device_owner.startsWith(prefix))

/** Allocates addresses for a new port, whose row exists already: the requested ones, or the default. */
export const allocateAddresses = async (
  db: Db,
  port: Addressee,
  requests: readonly FixedIpRequest[] | undefined,
  random: RandomNumber,
  among: (subnet: PlainSubnet) => boolean = () => true,
): Promise<readonly FixedIp[]> => {
  const subnets = (await subnetsOf(db, port.network_id)).filter(among)
  if (requests === undefined) return takeUsual(db, port, subnets, random)
  const addresses: FixedIp[] = []
  for (const request of requests)
    addresses.push(await takeRequested(db, port, subnets, request, addresses.length, random))
  return addresses
}

/** Changes a port's addresses to the requested ones; addresses in both sets are kept. */
export const reallocateAddresses = async (
  db: Db,
  port: Port,
  requests: readonly FixedIpRequest[],
  random: RandomNumber,
): Promise<void> => {
  const subnets = await subnetsOf(db, port.network_id)
  const spare = new Set(port.fixed_ips)
  const fulfils = (request: FixedIpRequest) => (address: FixedIp) =>
    (request.subnet_id ?? address.subnet_id) === address.subnet_id &&
    (request.ip_address ?? address.ip_address) === address.ip_address
  // Requests with an exact address come first, so that a request for a subnet never takes an address that another one
  // names.
  const bySpecificity = [...requests.entries()].sort(
    ([, one], [, other]) => Number(other.ip_address !== undefined) - Number(one.ip_address !== undefined),
  )
  const open: (readonly [number, FixedIpRequest])[] = []
  for (const [position, request] of bySpecificity) {
    const kept = [...spare].find(fulfils(request))
    if (kept) spare.delete(kept)
    else open.push([position, request])
  }
  for (const address of spare) await releaseAddress(db, port.id, address)
  for (const [position, request] of open) await takeRequested(db, port, subnets, request, position, random)
}

/** Adds the SLAAC address of a new subnet to every port of the network. */
export const addAutoAddresses = async (
  db: Db,
  subnet: PlainSubnet,
  ports: readonly Port[],
): Promise<void> => {
  if (!hasAutoAddresses(subnet)) return
  for (const port of ports) await takeAddress(db, port, autoAddress(subnet, port), port.fixed_ips.length)
}
