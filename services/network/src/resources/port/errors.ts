import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  PortNotFound: fault<{ id: string }>('notFound', ({ id }) => `Port ${id} could not be found.`),
  PortBound: fault<{ portId: string; vifType: string; oldMac: string; newMac: string }>(
    'conflict',
    ({ portId, vifType, oldMac, newMac }) =>
      `Unable to complete operation on port ${portId}, port is already bound, port type: ${vifType}, ` +
      `old_mac ${oldMac}, new_mac ${newMac}.`,
  ),
  MacAddressInUse: fault<{ networkId: string; mac: string }>(
    'conflict',
    ({ networkId, mac }) =>
      `Unable to complete operation for network ${networkId}. The mac address ${mac} is in use.`,
  ),
  NetworkMacAddressGenerationFailure: fault<{ networkId: string }>(
    'unavailable',
    ({ networkId }) => `Unable to generate unique mac on network ${networkId}.`,
  ),
  AddressPairAndPortSecurityRequired: fault<Record<never, never>>(
    'conflict',
    'Port Security must be enabled in order to have allowed address pairs on a port.',
  ),
  AllowedAddressPairExhausted: fault<{ limit: number }>(
    'badRequest',
    ({ limit }) => `The number of allowed address pair exceeds the maximum ${limit}.`,
  ),
  PortSecurityPortHasSecurityGroup: fault<Record<never, never>>(
    'conflict',
    'Port has security group associated. Cannot disable port security or IP address until security group is removed.',
  ),
  PortSecurityAndIPRequiredForSecurityGroups: fault<Record<never, never>>(
    'badRequest',
    'Port security must be enabled and port must have an IP address in order to use security groups.',
  ),
})
