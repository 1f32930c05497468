import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free disk, which spreads servers; a negative multiplier packs them. */
export const diskWeigher = configuredWeigher(
  'DiskWeigher',
  {
    option: 'disk_weight_multiplier',
    default: 1,
    help: 'How much free disk counts when hosts are weighed; negative stacks servers instead.',
  },
  { weigh: ({ free }) => free.diskGb },
)
