import { configuredWeigher } from '../weigher.ts'

/** Avoids hosts with failed builds since their last successful one. */
export const buildFailureWeigher = configuredWeigher(
  'BuildFailureWeigher',
  {
    option: 'build_failure_weight_multiplier',
    default: 1_000_000,
    help: 'How much builds that failed on a host count against it when hosts are weighed.',
  },
  { weigh: ({ failedBuilds }) => -failedBuilds },
)
