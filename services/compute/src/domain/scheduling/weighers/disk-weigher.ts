import type { Weigher } from '../weigher.ts'

/** Prefers hosts with more free disk, so that load spreads; a negative multiplier stacks instead. */
export const diskWeigher: Weigher = {
  name: 'DiskWeigher',
  multiplierOption: 'disk_weight_multiplier',
  weigh: ({ free }) => free.diskGb,
}
