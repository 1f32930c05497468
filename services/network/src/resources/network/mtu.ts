import type { NetworkType } from '@nimbo/contracts/network/network'
import type { NeutronConfig } from '../../config.ts'
import { errors } from '../../errors.ts'

const smallest = 68
const vxlanOverhead = 50
const ipHeader = 20

/** The largest possible MTU for this network type on the configured physical network. */
const mostOf = (type: NetworkType, { DEFAULT, ml2_type_geneve }: NeutronConfig): number => {
  const physicalMtu = DEFAULT.global_physnet_mtu
  switch (type) {
    case 'vxlan':
      return physicalMtu - vxlanOverhead
    case 'geneve':
      return physicalMtu - ml2_type_geneve.max_header_size - ipHeader
    case 'local':
    case 'flat':
    case 'vlan':
      return physicalMtu
  }
}

/** The MTU of a network: the requested one if possible, otherwise the largest. */
export const mtuFor = (type: NetworkType, config: NeutronConfig, asked: number | undefined): number => {
  const most = mostOf(type, config)
  if (asked === undefined || asked === 0) return most
  if (asked < smallest) throw errors.InvalidInput({ reason: `Requested MTU is too small: ${asked}` })
  if (asked > most) throw errors.InvalidInput({ reason: `Requested MTU is too big, maximum is ${most}` })
  return asked
}
