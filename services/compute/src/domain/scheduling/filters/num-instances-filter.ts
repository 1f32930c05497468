import { configuredFilter } from '../filter.ts'
import { instancesLimit } from './host-limits.ts'

/** Passes hosts below the maximum number of servers. */
export const numInstancesFilter = configuredFilter(
  'NumInstancesFilter',
  instancesLimit,
  ({ max_instances_per_host: most }) => ({
    needs: ['number of servers'],
    refuses: ({ servers }) =>
      servers.count < most ? undefined : `has ${servers.count} servers, ${most} are the most`,
  }),
)
