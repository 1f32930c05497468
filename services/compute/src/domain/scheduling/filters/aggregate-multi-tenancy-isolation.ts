import { listedInAggregates } from '../aggregate-values.ts'
import type { HostFilter } from '../filter.ts'

const key = 'filter_tenant_id'

/** Reserves hosts for the projects in `filter_tenant_id` of their aggregates, or in any key with that prefix. */
export const aggregateMultiTenancyIsolation: HostFilter = {
  name: 'AggregateMultiTenancyIsolation',
  refuses: (host, { spec: { projectId } }) => {
    const keys = Object.keys(host.aggregateMetadata).filter((name) => name.startsWith(key))
    const projects = keys.flatMap((name) => listedInAggregates(host, name))
    return projects.length === 0 || projects.includes(projectId)
      ? undefined
      : `is kept for other projects than ${projectId}`
  },
}
