import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  SubnetPoolNotFound: fault<{ id: string }>('notFound', ({ id }) => `Subnet pool ${id} could not be found.`),
  SubnetPoolDeleteError: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Unable to delete subnet pool: ${reason}.`,
  ),
  SubnetPoolQuotaExceeded: fault<Record<never, never>>(
    'conflict',
    'Per-tenant subnet pool prefix quota exceeded.',
  ),
  EmptySubnetPoolPrefixList: fault<Record<never, never>>('badRequest', 'Empty subnet pool prefix list.'),
  PrefixVersionMismatch: fault<Record<never, never>>(
    'badRequest',
    'Cannot mix IPv4 and IPv6 prefixes in a subnet pool.',
  ),
  IllegalSubnetPoolPrefixBounds: fault<{ bound: string; length: number; base: string; baseLength: number }>(
    'badRequest',
    ({ bound, length, base, baseLength }) =>
      `Illegal prefix bounds: ${bound}=${length}, ${base}=${baseLength}.`,
  ),
  IllegalSubnetPoolPrefixUpdate: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Illegal update to prefixes: ${reason}.`,
  ),
  IllegalSubnetPoolUpdate: fault<{ reason: string }>(
    'badRequest',
    ({ reason }) => `Illegal subnetpool update : ${reason}.`,
  ),
  AddressScopePrefixConflict: fault<Record<never, never>>(
    'conflict',
    'Failed to associate address scope: subnetpools within an address scope must have unique prefixes.',
  ),
  IllegalSubnetPoolAssociationToAddressScope: fault<{ id: string; scope: string }>(
    'badRequest',
    ({ id, scope }) =>
      `Illegal subnetpool association: subnetpool ${id} cannot be associated with address scope ${scope}.`,
  ),
  IllegalSubnetPoolIpVersionAssociationToAddressScope: fault<{ id: string; scope: string; version: number }>(
    'badRequest',
    ({ id, scope, version }) =>
      `Illegal subnetpool association: subnetpool ${id} cannot associate with address scope ${scope} because ` +
      `subnetpool ip_version is not ${version}.`,
  ),
  MinPrefixSubnetAllocationError: fault<{ length: number; min: string }>(
    'badRequest',
    ({ length, min }) =>
      `Unable to allocate subnet with prefix length ${length}, minimum allowed prefix is ${min}.`,
  ),
  MaxPrefixSubnetAllocationError: fault<{ length: number; max: string }>(
    'badRequest',
    ({ length, max }) =>
      `Unable to allocate subnet with prefix length ${length}, maximum allowed prefix is ${max}.`,
  ),
  SubnetAllocationError: fault<{ reason: string }>(
    'conflict',
    ({ reason }) => `Failed to allocate subnet: ${reason}.`,
  ),
  NetworkSubnetPoolAffinityError: fault<Record<never, never>>(
    'badRequest',
    'Subnets hosted on the same network must be allocated from the same subnet pool.',
  ),
})
