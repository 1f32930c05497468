import { configuredWeigher } from '../weigher.ts'

/** By how many of a host's servers keep its disks busy; the multiplier is negative, so that such hosts are left in peace. */
export const ioOpsWeigher = configuredWeigher(
  'IoOpsWeigher',
  {
    option: 'io_ops_weight_multiplier',
    default: -1,
    help: 'How much servers that are built, resized, snapshot and the like on a host count when hosts are weighed; positive prefers busy hosts.',
  },
  { needs: ['busy servers'], weigh: ({ servers }) => servers.busy },
)
