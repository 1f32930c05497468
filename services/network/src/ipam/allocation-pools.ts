import { literal } from '@nimbo/resource/describe/value-type'
import type { AddressRange } from '@nimbo/contracts/network/subnet'
import { errors } from './errors.ts'
import {
  addressOf,
  type Cidr,
  contains,
  formatCidr,
  type IpVersion,
  numberOf,
  usableRange,
  versionOf,
} from '@nimbo/ip/ip'

export interface NumberRange {
  readonly first: bigint
  readonly last: bigint
}

const wordsOf = ({ start, end }: AddressRange): string => `${start}-${end}`

export const numbersOf = ({ start, end }: AddressRange): NumberRange => ({
  first: numberOf(start),
  last: numberOf(end),
})

const rangeOf = (range: NumberRange, version: IpVersion): AddressRange => ({
  start: addressOf(range.first, version),
  end: addressOf(range.last, version),
})

/** The default pools: every usable address except the gateway. */
export const defaultPools = (cidr: Cidr, gateway: string | null): AddressRange[] => {
  const whole = usableRange(cidr)
  const hole = gateway !== null && contains(cidr, gateway) ? numberOf(gateway) : -1n
  const around =
    whole.first <= hole && hole <= whole.last
      ? [
          { first: whole.first, last: hole - 1n },
          { first: hole + 1n, last: whole.last },
        ]
      : [whole]
  return around.filter(({ first, last }) => first <= last).map((range) => rangeOf(range, cidr.version))
}

/** Throws unless the pools are valid ranges within the subnet, do not overlap and exclude the gateway. */
export const checkPools = (pools: readonly AddressRange[], cidr: Cidr, gateway: string | null): void => {
  const usable = usableRange(cidr)
  for (const pool of pools) {
    const wrongVersion = versionOf(pool.start) !== cidr.version || versionOf(pool.end) !== cidr.version
    if (wrongVersion || numberOf(pool.start) > numberOf(pool.end))
      throw errors.InvalidAllocationPool({ pool: literal(pool) })
    const { first, last } = numbersOf(pool)
    if (first < usable.first || last > usable.last)
      throw errors.OutOfBoundsAllocationPool({ pool: wordsOf(pool), subnet: formatCidr(cidr) })
  }
  const sorted = pools.toSorted((one, other) => (numberOf(one.start) < numberOf(other.start) ? -1 : 1))
  for (const [index, pool] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next && numberOf(pool.end) >= numberOf(next.start))
      throw errors.OverlappingAllocationPools({
        one: wordsOf(pool),
        other: wordsOf(next),
        subnet: formatCidr(cidr),
      })
  }
  checkGateway(pools, gateway)
}

/** Throws when the gateway lies in a pool. */
export const checkGateway = (pools: readonly AddressRange[], gateway: string | null): void => {
  if (gateway === null) return
  const number = numberOf(gateway)
  const pool = pools.find(
    (candidate) =>
      versionOf(candidate.start) === versionOf(gateway) &&
      numberOf(candidate.start) <= number &&
      number <= numberOf(candidate.end),
  )
  if (pool) throw errors.GatewayConflictWithAllocationPools({ ip: gateway, pool: wordsOf(pool) })
}
