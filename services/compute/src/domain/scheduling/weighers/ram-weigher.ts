import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free memory, so that load spreads; a negative multiplier stacks instead. */
export const ramWeigher = configuredWeigher(
  'RAMWeigher',
  {
    option: 'ram_weight_multiplier',
    default: 1,
    help: 'How much free memory counts when hosts are weighed; negative stacks servers instead.',
  },
  { weigh: ({ free }) => free.memoryMb },
)
