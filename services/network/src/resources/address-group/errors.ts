import { defineErrors, fault } from '@nimbo/kernel/errors'

const listed = (addresses: readonly string[]): string => `[${addresses.map((one) => `'${one}'`).join(', ')}]`

export const errors = defineErrors({
  AddressGroupNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Address group ${id} could not be found.`,
  ),
  AddressGroupInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Address group ${id} is in use on one or more security group rules.`,
  ),
  AddressesAlreadyExist: fault<{ id: string; addresses: readonly string[] }>(
    'badRequest',
    ({ id, addresses }) => `Addresses ${listed(addresses)} already exist in the address group ${id}.`,
  ),
  AddressesNotFound: fault<{ id: string; addresses: readonly string[] }>(
    'notFound',
    ({ id, addresses }) => `Addresses ${listed(addresses)} not found in the address group ${id}.`,
  ),
})
