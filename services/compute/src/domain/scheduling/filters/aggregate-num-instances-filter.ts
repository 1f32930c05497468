import { lowestInAggregates } from '../aggregate-values.ts'
import { configuredFilter } from '../filter.ts'
import { instancesLimit } from './host-limits.ts'

/**
 * Like NumInstancesFilter; `max_instances_per_host` in aggregate metadata overrides the option, the lowest value
 * counts.
 */
export const aggregateNumInstancesFilter = configuredFilter(
  'AggregateNumInstancesFilter',
  instancesLimit,
  ({ max_instances_per_host: usual }) => ({
    needs: ['number of servers'],
    refuses: (host) => {
      const most = lowestInAggregates(host, 'max_instances_per_host', usual)
      return host.servers.count < most
        ? undefined
        : `has ${host.servers.count} servers, ${most} are the most in its aggregates`
    },
  }),
)
