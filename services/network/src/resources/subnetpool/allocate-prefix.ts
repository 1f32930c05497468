import type { SubnetPool } from '@nimbo/contracts/network/subnetpool'
import { cidrOf, formatCidr } from '@nimbo/ip/ip'
import { includes, without } from '@nimbo/ip/prefix-set'
import type { Db } from '../../tables.ts'
import { errors } from './errors.ts'
import { allocationsOf } from './subnetpools.ts'

/** Quotas count single addresses for IPv4, and /64 networks for IPv6. */
const quotaUnit = (version: number): number => (version === 4 ? 32 : 64)

const unitsIn = (length: number, version: number): number => 2 ** (quotaUnit(version) - length)

const checkLength = (pool: SubnetPool, length: number): void => {
  if (length > Number(pool.max_prefixlen))
    throw errors.MaxPrefixSubnetAllocationError({ length, max: pool.max_prefixlen })
  if (length < Number(pool.min_prefixlen))
    throw errors.MinPrefixSubnetAllocationError({ length, min: pool.min_prefixlen })
}

/** The requested CIDR or prefix length; the pool's default length otherwise. */
interface Wanted {
  readonly cidr: string | undefined
  readonly length: number | undefined
  readonly projectId: string
}

/** Finds a free prefix of a pool for a new subnet. */
export const allocatePrefix = async (db: Db, pool: SubnetPool, wanted: Wanted): Promise<string> => {
  const { cidr, projectId } = wanted
  const length =
    cidr === undefined ? (wanted.length ?? Number(pool.default_prefixlen)) : cidrOf(cidr).prefixLength
  checkLength(pool, length)
  const allocations = await allocationsOf(db, pool.id)
  const units = (network: string) => unitsIn(cidrOf(network).prefixLength, pool.ip_version)
  if (pool.default_quota !== null) {
    const own = allocations.filter(({ project_id }) => project_id === projectId)
    const used = own.reduce((sum, allocation) => sum + units(allocation.cidr), 0)
    if (used + unitsIn(length, pool.ip_version) > pool.default_quota) throw errors.SubnetPoolQuotaExceeded()
  }
  const free = without(
    pool.prefixes,
    allocations.map((allocation) => allocation.cidr),
  )
  if (cidr !== undefined) {
    if (includes(free, [cidr])) return cidr
    throw errors.SubnetAllocationError({
      reason: 'Cannot allocate requested subnet from the available set of prefixes',
    })
  }
  // The smallest free block that fits, so that large blocks stay whole.
  const [smallest] = free
    .map(cidrOf)
    .filter(({ prefixLength }) => prefixLength <= length)
    .toSorted((one, other) => other.prefixLength - one.prefixLength)
  if (!smallest)
    throw errors.SubnetAllocationError({
      reason: `Insufficient prefix space to allocate subnet size /${length}`,
    })
  return formatCidr({ ...smallest, prefixLength: length })
}
