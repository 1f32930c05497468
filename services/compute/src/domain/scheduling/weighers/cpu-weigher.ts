import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free VCPUs, which spreads servers; a negative multiplier packs them. */
export const cpuWeigher = configuredWeigher(
  'CPUWeigher',
  {
    option: 'cpu_weight_multiplier',
    default: 1,
    help: 'Weight multiplier for free virtual CPUs: positive values prefer hosts with more and so spread servers, negative values stack them.',
  },
  { weigh: ({ free }) => free.vcpus },
)
