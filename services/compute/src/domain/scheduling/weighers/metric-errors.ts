import { defineErrors, fault } from '@nimbo/kernel/errors'

/** Why hosts cannot be weighed by their metrics. */
export const errors = defineErrors({
  ComputeHostMetricNotFound: fault<{ name: string; host: string; node: string }>(
    'notFound',
    ({ name, host, node }) => `Metric ${name} could not be found on the compute host node ${host}.${node}.`,
  ),
})
