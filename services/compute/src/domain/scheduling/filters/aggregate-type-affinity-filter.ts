import { listedInAggregates } from '../aggregate-values.ts'
import type { HostFilter } from '../filter.ts'

/** Holds hosts to the flavors that their aggregates name under `instance_type`; those that name none take any. */
export const aggregateTypeAffinityFilter: HostFilter = {
  name: 'AggregateTypeAffinityFilter',
  refuses: (host, { spec }) => {
    const names = listedInAggregates(host, 'instance_type')
    return names.length === 0 || names.includes(spec.flavor.name)
      ? undefined
      : `is kept for the flavors ${names.join(', ')}, not ${spec.flavor.name}`
  },
}
