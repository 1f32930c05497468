import { configuredWeigher } from '../weigher.ts'

/** Prefers hosts with more free disk, which spreads servers; a negative multiplier packs them. */
export const diskWeigher = configuredWeigher(
  'DiskWeigher',
  {
    option: 'disk_weight_multiplier',
    default: 1,
    help: 'Weight multiplier for free disk space: positive values prefer hosts with more and so spread servers, negative values stack them.',
  },
  { weigh: ({ free }) => free.diskGb },
)
