import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free memory, which spreads servers; a negative multiplier packs them. */
export const ramWeigher = configuredWeigher(
  'RAMWeigher',
  {
    option: 'ram_weight_multiplier',
    default: 1,
    help: 'How much free memory counts when hosts are weighed; negative stacks servers instead.',
  },
  { weigh: ({ free }) => free.memoryMb },
)
