import type { NetworkType } from '@nimbo/contracts/network/network'
import { errors } from '../../errors.ts'

const largest = 65_535
const smallest = 68
const vxlanOverhead = 50

/** The largest MTU a network of this type can have over a physical network of that MTU. */
const mostOf = (type: NetworkType, physicalMtu: number): number =>
  type === 'vxlan' ? physicalMtu - vxlanOverhead : physicalMtu

/** The MTU of a network: what was asked for if it can have it, or the largest it can have. */
export const mtuFor = (type: NetworkType, physicalMtu: number, asked: number | undefined): number => {
  const most = mostOf(type, physicalMtu)
  if (asked === undefined || asked === 0) return most
  if (asked < smallest || asked > largest)
    throw errors.InvalidInput({ reason: `Requested MTU is too small: ${asked}` })
  if (asked > most) throw errors.InvalidInput({ reason: `Requested MTU is too big, maximum is ${most}` })
  return asked
}
