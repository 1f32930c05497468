import { lowestInAggregates } from '../aggregate-values.ts'
import { configuredFilter } from '../filter.ts'
import { ioOpsLimit } from './host-limits.ts'

/** Like IoOpsFilter; `max_io_ops_per_host` in aggregate metadata overrides the option, the lowest value counts. */
export const aggregateIoOpsFilter = configuredFilter(
  'AggregateIoOpsFilter',
  ioOpsLimit,
  ({ max_io_ops_per_host: usual }) => ({
    needs: ['busy servers'],
    refuses: (host) => {
      const most = lowestInAggregates(host, 'max_io_ops_per_host', usual)
      return host.servers.busy < most
        ? undefined
        : `has ${host.servers.busy} servers that keep it busy, ${most} are the most in its aggregates`
    },
  }),
)
