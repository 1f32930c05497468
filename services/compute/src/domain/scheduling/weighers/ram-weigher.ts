import type { Weigher } from '../weigher.ts'

/** Prefers hosts with more free memory, so that load spreads; a negative multiplier stacks instead. */
export const ramWeigher: Weigher = {
  name: 'RAMWeigher',
  multiplierOption: 'ram_weight_multiplier',
  weigh: ({ free }) => free.memoryMb,
}
