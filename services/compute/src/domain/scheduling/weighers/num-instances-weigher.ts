import { configuredWeigher } from '../weigher.ts'

/** Weighs by the number of servers; off by default (multiplier 0). */
export const numInstancesWeigher = configuredWeigher(
  'NumInstancesWeigher',
  {
    option: 'num_instances_weight_multiplier',
    default: 0,
    help: 'Weight multiplier for the number of servers on a host: positive values prefer hosts with many servers, negative values those with few.',
  },
  { needs: ['number of servers'], weigh: ({ servers }) => servers.count },
)
