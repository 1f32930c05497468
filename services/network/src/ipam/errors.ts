import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  InvalidAllocationPool: fault<{ pool: string }>(
    'badRequest',
    ({ pool }) => `The allocation pool ${pool} is not valid.`,
  ),
  OverlappingAllocationPools: fault<{ one: string; other: string; subnet: string }>(
    'conflict',
    ({ one, other, subnet }) => `Found overlapping allocation pools: ${one} ${other} for subnet ${subnet}.`,
  ),
  OutOfBoundsAllocationPool: fault<{ pool: string; subnet: string }>(
    'badRequest',
    ({ pool, subnet }) => `The allocation pool ${pool} spans beyond the subnet cidr ${subnet}.`,
  ),
  GatewayConflictWithAllocationPools: fault<{ ip: string; pool: string }>(
    'conflict',
    ({ ip, pool }) => `Gateway ip ${ip} conflicts with allocation pool ${pool}.`,
  ),
  IpAddressAlreadyAllocated: fault<{ subnetId: string; ip: string }>(
    'conflict',
    ({ subnetId, ip }) => `IP address ${ip} already allocated in subnet ${subnetId}`,
  ),
  IpAddressGenerationFailure: fault<{ networkId: string }>(
    'conflict',
    ({ networkId }) => `No more IP addresses available on network ${networkId}.`,
  ),
  InvalidIpForNetwork: fault<{ ip: string }>(
    'badRequest',
    ({ ip }) => `IP address ${ip} is not a valid IP for any of the subnets on the specified network.`,
  ),
  InvalidIpForSubnet: fault<{ ip: string }>(
    'badRequest',
    ({ ip }) => `IP address ${ip} is not a valid IP for the specified subnet.`,
  ),
})
