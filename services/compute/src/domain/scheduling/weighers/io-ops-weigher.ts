import { configuredWeigher } from '../weigher.ts'

/** Weighs by the number of servers with disk I/O; the default multiplier is negative, to avoid busy hosts. */
export const ioOpsWeigher = configuredWeigher(
  'IoOpsWeigher',
  {
    option: 'io_ops_weight_multiplier',
    default: -1,
    help: 'How much servers that are built, resized, snapshot and the like on a host count when hosts are weighed; positive prefers busy hosts.',
  },
  { needs: ['busy servers'], weigh: ({ servers }) => servers.busy },
)
