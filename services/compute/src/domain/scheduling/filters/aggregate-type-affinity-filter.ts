import { listedInAggregates } from '../aggregate-values.ts'
import type { HostFilter } from '../filter.ts'

/** Reserves hosts for the flavors in `instance_type` of their aggregates; without it, all flavors pass. */
export const aggregateTypeAffinityFilter: HostFilter = {
  name: 'AggregateTypeAffinityFilter',
  refuses: (host, { spec }) => {
    const names = listedInAggregates(host, 'instance_type')
    return names.length === 0 || names.includes(spec.flavor.name)
      ? undefined
      : `is kept for the flavors ${names.join(', ')}, not ${spec.flavor.name}`
  },
}
