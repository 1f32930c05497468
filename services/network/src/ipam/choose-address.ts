import type { AddressRange } from '@nimbo/contracts/network/subnet'
import { addressOf, type IpVersion } from '@nimbo/ip/ip'
import { numbersOf } from './allocation-pools.ts'

/** Returns a random integer from 0 up to (not including) `below`. */
export type RandomNumber = (below: number) => number

const largestRandom = 2 ** 40

/** A random address of the pools, each equally likely; undefined when the pools are empty. It may be in use. */
export const randomAddress = (
  pools: readonly AddressRange[],
  version: IpVersion,
  random: RandomNumber,
): string | undefined => {
  const ranges = pools.map(numbersOf)
  const total = ranges.reduce((sum, { first, last }) => sum + (last - first + 1n), 0n)
  if (total === 0n) return undefined
  const below = total < BigInt(largestRandom) ? Number(total) : largestRandom
  let offset = BigInt(random(below))
  for (const { first, last } of ranges) {
    const size = last - first + 1n
    if (offset < size) return addressOf(first + offset, version)
    offset -= size
  }
  return undefined
}

/** The lowest address of the pools that is not in `taken` (in any order); undefined when all are. */
export const firstFreeAddress = (
  pools: readonly AddressRange[],
  version: IpVersion,
  taken: ReadonlySet<string>,
): string | undefined => {
  for (const { first, last } of pools.map(numbersOf)) {
    // Among one more candidate than there are taken addresses, one must be free.
    const end = first + BigInt(taken.size) < last ? first + BigInt(taken.size) : last
    for (let number = first; number <= end; number++) {
      const address = addressOf(number, version)
      if (!taken.has(address)) return address
    }
  }
  return undefined
}
