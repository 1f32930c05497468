import type { Weigher } from '../weigher.ts'

/** Prefers hosts with more free virtual CPUs, so that load spreads; a negative multiplier stacks instead. */
export const cpuWeigher: Weigher = {
  name: 'CPUWeigher',
  multiplierOption: 'cpu_weight_multiplier',
  weigh: ({ free }) => free.vcpus,
}
