import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  ConntrackHelperNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Conntrack Helper ${id} could not be found.`,
  ),
  ConntrackHelperNotAllowed: fault<{ helper: string }>(
    'badRequest',
    ({ helper }) => `Conntrack helper ${helper} is not allowed.`,
  ),
  InvalidProtocolForHelper: fault<{ helper: string; protocol: string; supported: string }>(
    'badRequest',
    ({ helper, protocol, supported }) =>
      `Conntrack helper ${helper} does not support protocol ${protocol}. Supported protocols: ${supported}`,
  ),
})
