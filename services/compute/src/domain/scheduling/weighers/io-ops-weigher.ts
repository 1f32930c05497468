import { configuredWeigher } from '../weigher.ts'

/** Weighs by the number of servers with disk I/O; the default multiplier is negative, to avoid busy hosts. */
export const ioOpsWeigher = configuredWeigher(
  'IoOpsWeigher',
  {
    option: 'io_ops_weight_multiplier',
    default: -1,
    help: 'Weight multiplier for the number of servers on a host that are being built, resized, snapshotted or similar: negative values avoid busy hosts, positive values prefer them.',
  },
  { needs: ['busy servers'], weigh: ({ servers }) => servers.busy },
)
