import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free VCPUs, which spreads servers; a negative multiplier packs them. */
export const cpuWeigher = configuredWeigher(
  'CPUWeigher',
  {
    option: 'cpu_weight_multiplier',
    default: 1,
    help: 'How much free virtual CPUs count when hosts are weighed; negative stacks servers instead.',
  },
  { weigh: ({ free }) => free.vcpus },
)
