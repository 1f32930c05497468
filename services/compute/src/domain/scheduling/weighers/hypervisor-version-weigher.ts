import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with a newer hypervisor version. */
export const hypervisorVersionWeigher = configuredWeigher(
  'HypervisorVersionWeigher',
  {
    option: 'hypervisor_version_weight_multiplier',
    default: 1,
    help: 'How much the version of its hypervisor counts when hosts are weighed; negative prefers older ones.',
  },
  { weigh: ({ hypervisorVersion }) => hypervisorVersion },
)
