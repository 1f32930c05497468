import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  MeteringLabelNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Metering label '${id}' does not exist.`,
  ),
  MeteringLabelRuleNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Metering label rule '${id}' does not exist.`,
  ),
  MeteringLabelRuleOverlaps: fault<{ prefix: string }>(
    'conflict',
    ({ prefix }) => `Metering label rule with remote_ip_prefix '${prefix}' overlaps another.`,
  ),
})
