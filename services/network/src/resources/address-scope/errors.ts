import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  AddressScopeNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Address scope ${id} could not be found.`,
  ),
  AddressScopeInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) =>
      `Unable to complete operation on address scope ${id}. There are one or more subnet pools in use on the ` +
      'address scope.',
  ),
  AddressScopeUpdateError: fault<{ id: string; reason: string }>(
    'badRequest',
    ({ id, reason }) => `Unable to update address scope ${id} : ${reason}.`,
  ),
  NetworkAddressScopeAffinityError: fault<Record<never, never>>(
    'badRequest',
    'Subnets of the same address family hosted on the same network must all participate in the same address scope.',
  ),
})
