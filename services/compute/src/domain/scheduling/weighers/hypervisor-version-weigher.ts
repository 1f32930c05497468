import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with a newer hypervisor version. */
export const hypervisorVersionWeigher = configuredWeigher(
  'HypervisorVersionWeigher',
  {
    option: 'hypervisor_version_weight_multiplier',
    default: 1,
    help: 'Weight multiplier for the hypervisor version: positive values prefer hosts with newer versions, negative values those with older ones.',
  },
  { weigh: ({ hypervisorVersion }) => hypervisorVersion },
)
