import { configuredWeigher } from '../weigher.ts'

/** Weighs by the number of servers; off by default (multiplier 0). */
export const numInstancesWeigher = configuredWeigher(
  'NumInstancesWeigher',
  {
    option: 'num_instances_weight_multiplier',
    default: 0,
    help: 'How much the number of its servers counts when hosts are weighed: positive prefers hosts with many, negative with few.',
  },
  { needs: ['number of servers'], weigh: ({ servers }) => servers.count },
)
