import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free memory, which spreads servers; a negative multiplier packs them. */
export const ramWeigher = configuredWeigher(
  'RAMWeigher',
  {
    option: 'ram_weight_multiplier',
    default: 1,
    help: 'Weight multiplier for free memory: positive values prefer hosts with more and so spread servers, negative values stack them.',
  },
  { weigh: ({ free }) => free.memoryMb },
)
