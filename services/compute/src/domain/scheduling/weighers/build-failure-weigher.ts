import { configuredWeigher } from '../weigher.ts'

/** Avoids hosts with failed builds since their last successful one. */
export const buildFailureWeigher = configuredWeigher(
  'BuildFailureWeigher',
  {
    option: 'build_failure_weight_multiplier',
    default: 1_000_000,
    help: 'Weight multiplier for failed builds: hosts with fewer failures are preferred; 0 disables it.',
  },
  { weigh: ({ failedBuilds }) => -failedBuilds },
)
