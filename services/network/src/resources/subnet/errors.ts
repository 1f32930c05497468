import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  SubnetNotFound: fault<{ id: string }>('notFound', ({ id }) => `Subnet ${id} could not be found.`),
  SubnetInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) =>
      `Unable to complete operation on subnet ${id}: One or more ports have an IP allocation from this subnet.`,
  ),
  GatewayIpInUse: fault<{ ip: string; portId: string }>(
    'conflict',
    ({ ip, portId }) => `Current gateway ip ${ip} already in use by port ${portId}. Unable to update.`,
  ),
  DNSNameServersExhausted: fault<{ subnet: string; limit: number }>(
    'badRequest',
    ({ subnet, limit }) =>
      `Unable to complete operation for ${subnet}. The number of DNS nameservers exceeds the limit ${limit}.`,
  ),
  HostRoutesExhausted: fault<{ subnet: string; limit: number }>(
    'badRequest',
    ({ subnet, limit }) =>
      `Unable to complete operation for ${subnet}. The number of host routes exceeds the limit ${limit}.`,
  ),
})
